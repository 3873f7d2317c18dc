// imsmanifest.xml of a SCORM 1.2 package with one lesson in it (ADL, "SCORM Content Aggregation Model", version 1.2).
import { html } from "../../figures/markup.js";

const packaging = "http://www.imsproject.org/xsd/imscp_rootv1p1p2";
const adl = "http://www.adlnet.org/xsd/adlcp_rootv1p2";
const instances = "http://www.w3.org/2001/XMLSchema-instance";

/**
 * @param {object} lesson
 * @param {string} lesson.id "rope"
 * @param {string} lesson.title
 * @param {string} lesson.page the file that is launched
 * @param {string[]} lesson.files all of the package
 */
export function scormManifest({ id, title, page, files }) {
  const listed = files.map((file) => html`<file href="${encodeURI(file)}"/>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<manifest identifier="whereabouts_${id}" version="1.0" xmlns="${packaging}" xmlns:adlcp="${adl}" xmlns:xsi="${instances}" xsi:schemaLocation="${packaging} imscp_rootv1p1p2.xsd ${adl} adlcp_rootv1p2.xsd">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course">
<organization identifier="course"><title>${title}</title>
<item identifier="item" identifierref="lesson" isvisible="true"><title>${title}</title></item>
</organization>
</organizations>
<resources>
<resource identifier="lesson" type="webcontent" adlcp:scormtype="sco" href="${encodeURI(page)}">
${listed}</resource>
</resources>
</manifest>
`}`;
}
