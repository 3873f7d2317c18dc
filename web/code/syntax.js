// Where things stand in a learner's program, for messages that name a line: what it returns, and where it goes round. The editor's
// own parser finds them; the program is not run.
import { javascriptLanguage } from "@codemirror/lang-javascript";

/** @typedef {import("@lezer/common").SyntaxNode} Node */

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration"]);
const loops = new Set(["ForStatement", "WhileStatement", "DoStatement"]);

/** The line of a place, from 1. @param {string} program @param {number} at */
function lineAt(program, at) {
  return program.slice(0, at).split("\n").length;
}

/**
 * The line in which the function `name` returns; null where that is not one single place.
 * @param {string} program
 * @param {string} name
 * @returns {number | null}
 */
export function returnLine(program, name) {
  const body = functionNamed(program, name);
  if (body === null) return null;
  const found = within(body, (node) => node.name === "ReturnStatement");
  if (found.length === 1) return lineAt(program, found[0].from);
  const [last] = childrenOf(body).slice(-1);
  // (x) => value
  return found.length === 0 && body.name === "ArrowFunction" && last.name !== "Block"
    ? lineAt(program, last.from)
    : null;
}

/** Whether the function `name` stands there and never returns anything. @param {string} program @param {string} name */
export function returnsNothing(program, name) {
  const body = functionNamed(program, name);
  if (body === null || (body.name === "ArrowFunction" && childrenOf(body).at(-1)?.name !== "Block")) return false;
  return within(body, (node) => node.name === "ReturnStatement").length === 0;
}

/**
 * The lines of the loops in the function that begins in this line, inner functions left out; outside all functions where none
 * begins there; without a line those of the whole program.
 * @param {string} program
 * @param {number | null} line from 1
 * @returns {number[]}
 */
export function loopLines(program, line) {
  const top = javascriptLanguage.parser.parse(program).topNode;
  const [body = top] = within(top, (node) => functions.has(node.name) && lineAt(program, node.from) === line, true);
  const found = within(body, (node) => loops.has(node.name), line === null).map((node) => lineAt(program, node.from));
  return [...new Set(found)];
}

/** @param {string} program @param {string} name @returns {Node | null} */
function functionNamed(program, name) {
  const top = javascriptLanguage.parser.parse(program).topNode;
  for (const node of childrenOf(top)) {
    const named = childrenOf(node).find((child) => child.name === "VariableDefinition");
    if (named === undefined || program.slice(named.from, named.to) !== name) continue;
    if (node.name === "FunctionDeclaration") return node;
    return childrenOf(node).find((child) => functions.has(child.name)) ?? null;
  }
  return null;
}

/**
 * The nodes below `node` that match; those inside further functions only if `deep`.
 * @param {Node} node
 * @param {(node: Node) => boolean} matches
 * @param {boolean} [deep]
 * @returns {Node[]}
 */
function within(node, matches, deep = false) {
  return childrenOf(node).flatMap((child) => [
    ...(matches(child) ? [child] : []),
    ...(deep || !functions.has(child.name) ? within(child, matches, deep) : []),
  ]);
}

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  const children = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
