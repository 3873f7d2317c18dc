// The editor: CodeMirror with JavaScript, in the colours of the page. Tab indents; Escape and then Tab leaves, as CodeMirror has it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Annotation, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import * as colour from "../figures/colour.js";

const look = EditorView.theme({
  "&": { color: colour.ink, backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { minHeight: "calc(15rem - 2px)", padding: "0", caretColor: colour.ink },
  ".cm-line": { padding: "0 0.5rem" },
  ".cm-gutters": { backgroundColor: "transparent", color: colour.quiet, border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25rem", padding: "0 0.25rem 0 0" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: `1px solid ${colour.quiet}` },
  ".cm-meant": { boxShadow: `inset 3px 0 ${colour.position}` },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: colour.query },
  { tag: [tags.number, tags.bool, tags.null], color: colour.key },
  { tag: [tags.string, tags.regexp], color: colour.value },
  { tag: tags.comment, color: colour.quiet },
  { tag: tags.function(tags.definition(tags.variableName)), fontWeight: "600" },
]);

/** On changes that are not the learner's: what another tab has written is not written once more. @type {import("@codemirror/state").AnnotationType<boolean>} */
const taken = Annotation.define();

/** Marks a line, or none. @type {import("@codemirror/state").StateEffectType<number | null>} */
const meant = StateEffect.define();

const meantLine = StateField.define({
  create: () => Decoration.none,
  update(marked, transaction) {
    let now = marked.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(meant)) now = lineMark(transaction.state.doc, effect.value);
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @param {import("@codemirror/state").Text} text @param {number | null} line */
function lineMark(text, line) {
  if (line === null || line < 1 || line > text.lines) return Decoration.none;
  return Decoration.set([Decoration.line({ class: "cm-meant" }).range(text.line(line).from)]);
}

/**
 * @param {object} wanted
 * @param {Element} wanted.parent
 * @param {ShadowRoot} wanted.root
 * @param {string} wanted.program
 * @param {Record<string, string>} wanted.attributes of the element that is written in
 * @param {(program: string) => void} wanted.changed by the learner
 * @param {() => void} wanted.check
 */
export function createEditor({ parent, root, program, attributes, changed, check }) {
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: program,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("  "),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        javascriptLanguage,
        syntaxHighlighting(colours),
        look,
        meantLine,
        EditorView.contentAttributes.of({
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
          ...attributes,
        }),
        keymap.of([
          { key: "Mod-Enter", preventDefault: true, run: () => (check(), true) },
          ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          const own = update.transactions.some((each) => each.docChanged && !each.annotation(taken));
          if (own) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    view,
    /** Takes another program over, so that it can be undone. */
    set(/** @type {string} */ text) {
      const old = view.state.doc.toString();
      if (text === old) return;
      // Only what differs, so that cursors stay where they are.
      let from = 0;
      while (from < Math.min(old.length, text.length) && old[from] === text[from]) ++from;
      let end = 0;
      while (end < Math.min(old.length, text.length) - from && old.at(-1 - end) === text.at(-1 - end)) ++end;
      view.dispatch({
        changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) },
        annotations: taken.of(true),
      });
    },
    mark(/** @type {number | null} */ line) {
      view.dispatch({ effects: meant.of(line) });
    },
    /** Puts the cursor at the beginning of a line. */
    goTo(/** @type {number} */ line) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}
