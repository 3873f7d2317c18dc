import * as figure from "../figures/token-plus-position.js";
import { WhereFigure, define } from "./figure.js";

/** Token row plus slot row, on a small model: choose a word, drag the slot, point at a column. */
class WhereTokenPlusPosition extends WhereFigure {
  static figure = figure;
}

define(WhereTokenPlusPosition);
