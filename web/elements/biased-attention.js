import * as figure from "../figures/biased-attention.js";
import { WhereFigure, define } from "./figure.js";

/** Attention with a bias and without, and which forms of the bias the softmax can tell apart. */
class WhereBiasedAttention extends WhereFigure {
  static figure = figure;
}

define(WhereBiasedAttention);
