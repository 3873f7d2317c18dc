import * as figure from "../figures/rope-layouts.js";
import { WhereFigure, define } from "./figure.js";

/** The two pair layouts, one rearranged into the other, with a switch that mixes them up. */
class WhereRopeLayouts extends WhereFigure {
  static figure = figure;
}

define(WhereRopeLayouts);
