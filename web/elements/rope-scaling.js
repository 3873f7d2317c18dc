import * as figure from "../figures/rope-scaling.js";
import { WhereFigure, define } from "./figure.js";

/** Wavelengths before and after scaling: drag the factor and the length of the text, choose a pair. */
class WhereRopeScaling extends WhereFigure {
  static figure = figure;
}

define(WhereRopeScaling);
