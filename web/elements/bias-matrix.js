import * as figure from "../figures/bias-matrix.js";
import { WhereFigure, define } from "./figure.js";

/** What distance costs each head: ALiBi with any number of heads, and T5 with the buckets that a shipped model learned. */
class WhereBiasMatrix extends WhereFigure {
  static figure = figure;
}

define(WhereBiasMatrix);
