// The shapes that figures share. A figure is a module with these exports; see position-table.js for a whole one.

/**
 * One thing a reader can set. Attribute, address parameter, control and keyboard step all come from this declaration; its name
 * in words is the message "settings.<name>".
 * @typedef {object} Setting
 * @property {string} name
 * @property {"number" | "whole" | "choice" | "set" | "switch" | "numbers" | "text"} type a set holds some of the choices
 * @property {any} default
 * @property {number} [minimum] of a set: how many of the choices
 * @property {number} [maximum]
 * @property {number} [step] of the slider, the arrow keys and the number field
 * @property {"linear" | "log"} [scale] of the slider
 * @property {string[]} [choices] ids; in words "choices.<id>", or what `words` says in the place of "choices"
 * @property {string} [words]
 * @property {number} [length] how many entries a list of numbers has
 * @property {(value: any, state?: Record<string, any>) => { key: string, fields: Record<string, unknown> } | null} [check] what is
 *   wrong with a value, by itself or beside the others, where the type alone does not say it: of every text, and of lists without a
 *   fixed length
 * @property {string} [unit] key of the unit's name
 * @property {(state: Record<string, any>) => boolean} [applies] where the setting means something only beside certain others: its
 *   control is shown where this holds
 * @property {boolean} [verbatim] of a text: every space and line end counts; a line end is written as ↵ where there is one line to write in
 * @property {boolean} [drawn] set in the drawing itself and by attribute only: it gets no control
 */

/** @typedef {Record<string, any>} State values of the settings, by name */
/** @typedef {(key: string, fields?: Record<string, unknown>) => string} Text */
/** @typedef {{ x: number, y: number }} Point in units of the drawing */

/**
 * What the drawing is made for.
 * @typedef {object} View
 * @property {number} width 680 or 352 units; one unit is about one pixel
 * @property {boolean} wide
 * @property {boolean} still a poster: nothing in it can take focus
 * @property {any} focus what the pointer is over, as the figure's own `at` named it
 */

/**
 * A rectangular table of texts: the same numbers as the drawing.
 * @typedef {{ caption: string, columns: string[], rows: string[][] }} Alternative
 */

/** @callback Draw @param {any} svg Lit's tag or ours @param {State} state @param {any} values @param {Text} text @param {View} view */
/** @callback Sentence @param {State} state @param {any} values @param {Text} text @returns {string} */
/** @callback MakeAlternative @param {State} state @param {any} values @param {Text} text @returns {Alternative} */

/**
 * What lies at a point, and what choosing it changes.
 * @callback At
 * @param {Point} point
 * @param {State} state
 * @param {any} values
 * @param {View} view
 * @returns {{ focus: any, changes?: State } | null}
 */

/**
 * What dragging a handle changes.
 * @callback Drag
 * @param {string} handle
 * @param {Point} from
 * @param {Point} to
 * @param {State} state the state when the drag began
 * @param {any} values
 * @param {View} view
 * @returns {State}
 */

/**
 * What a key changes; null where the figure has no use for it.
 * @callback Keys
 * @param {string} key
 * @param {State} state
 * @param {any} values
 * @param {string | null} handle the one that has the focus
 * @param {boolean} large with Shift
 * @returns {State | null}
 */

/**
 * @typedef {object} Figure
 * @property {string} name the embed name
 * @property {Setting[]} settings
 * @property {(state: State) => Setting[]} [settingsOf] the settings of a state, where a choice of one has others than the next
 * @property {(state: State) => State} [settle] makes settings that depend on each other agree
 * @property {(engine: any, state: State, resources?: any) => any} compute the only place that calls the engine
 * @property {Draw} draw
 * @property {Sentence} sentence the numbers of this very state
 * @property {MakeAlternative} alternative
 * @property {At} [at]
 * @property {Drag} [drag]
 * @property {Keys} [keys]
 * @property {(values: any) => boolean} [takesKeys] whether keys change something of what is drawn, where that is not so of all it draws
 * @property {string[]} [links] message keys of links that this figure has beside those of all figures
 * @property {boolean} [recorded] its first values were asked of the engine earlier and written down (lessons/recordings)
 * @property {(engine: any, material: { text: string, source: any }, state: State) => Promise<any>} [measure] what its first state
 *   shows of shipped models, measured on a text when the site is built; `compute` finds it in its resources as `measured`
 * @property {string[]} [shippedModels] the models that its element asks the engine for on a page that brought what was measured
 * @property {boolean} [trains] it has a row of buttons for a training in a worker
 * @property {{ setting: string, perSecond: number }} [play] the setting that a play button advances
 */

export {};
