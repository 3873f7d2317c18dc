import * as figure from "../figures/wavelengths.js";
import { WhereFigure, define } from "./figure.js";

/** Wavelengths of all pairs: drag the line of the context, choose a pair. */
class WhereWavelengths extends WhereFigure {
  static figure = figure;
}

define(WhereWavelengths);
