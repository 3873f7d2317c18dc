import * as figure from "../figures/word-order.js";
import { WhereFigure, define } from "./figure.js";

/** A sentence whose words are dragged: outputs, scores and what became of them. */
class WhereWordOrder extends WhereFigure {
  static figure = figure;
}

define(WhereWordOrder);
