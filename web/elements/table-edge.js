import * as figure from "../figures/table-edge.js";
import { WhereFigure, define } from "./figure.js";

/** The edge of a learned table: move the asked position past the last row. */
class WhereTableEdge extends WhereFigure {
  static figure = figure;
}

define(WhereTableEdge);
