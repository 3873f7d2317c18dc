import * as figure from "../figures/directions.js";
import { WhereFigure, define } from "./figure.js";

/** Angles of random directions: drag the dot to widen the rows. */
class WhereDirections extends WhereFigure {
  static figure = figure;
}

define(WhereDirections);
