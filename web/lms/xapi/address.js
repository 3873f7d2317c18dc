// Where the pages are that a learning platform launches.

/** @param {string} language @param {string} slug of the lesson */
export function launchAddress(language, slug) {
  return `${language === "en" ? "" : `${language}/`}launch/${slug}/`;
}
