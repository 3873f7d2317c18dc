import * as figure from "../figures/table-clocks.js";
import { WhereFigure, define } from "./figure.js";

/** Pairs of columns as clocks: drag a hand, use its arrow keys, or let the position play. */
class WhereTableClocks extends WhereFigure {
  static figure = figure;
}

define(WhereTableClocks);
