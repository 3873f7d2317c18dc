// The words of a figure, from the section "figure" of a message catalogue.

/** @param {any} tree @param {string} path */
function find(tree, path) {
  return path.split(".").reduce((branch, name) => branch?.[name], tree);
}

/**
 * A function from a key to a sentence. It looks among the figure's own messages first, then among the common ones. A missing
 * message is a mistake of ours and throws.
 * @param {{ figure: any }} catalogue
 * @param {string} name the figure's embed name
 * @returns {import("./types.js").Text}
 */
export function createText(catalogue, name) {
  return (key, fields = {}) => {
    const message = find(catalogue.figure[name], key) ?? find(catalogue.figure.common, key);
    if (typeof message !== "string") throw new Error(`The catalogue has no message "figure.${name}.${key}".`);
    return message.replace(/\{(\w+)\}/g, (_, field) => {
      if (!(field in fields)) throw new Error(`"figure.${name}.${key}" wants a value for {${field}}.`);
      return String(fields[field]);
    });
  };
}
