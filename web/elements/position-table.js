import * as figure from "../figures/position-table.js";
import { WhereFigure, define } from "./figure.js";

/** The sinusoidal position table: choose a cell with the pointer or the arrow keys to see its formula. */
class WherePositionTable extends WhereFigure {
  static figure = figure;
}

define(WherePositionTable);
