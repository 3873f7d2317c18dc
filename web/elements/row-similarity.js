import * as figure from "../figures/row-similarity.js";
import { WhereFigure, define } from "./figure.js";

/** The dot product of rows: drag the reference row or the other one. */
class WhereRowSimilarity extends WhereFigure {
  static figure = figure;
}

define(WhereRowSimilarity);
