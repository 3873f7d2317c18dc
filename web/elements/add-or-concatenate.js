import * as figure from "../figures/add-or-concatenate.js";
import { WhereFigure, define } from "./figure.js";

/** Adding against appending a position row: drag the end of the appended columns. */
class WhereAddOrConcatenate extends WhereFigure {
  static figure = figure;
}

define(WhereAddOrConcatenate);
