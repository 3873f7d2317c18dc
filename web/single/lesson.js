// The script of a lesson in one file; its elements follow.
import "../course/browser/regions.js";
import "../course/browser/signs.js";
import "./licences.js";
