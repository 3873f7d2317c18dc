import * as figure from "../figures/rope-clocks.js";
import { WhereFigure, define } from "./figure.js";

/** Query and key as hands of clocks: drag the hands, or shift both positions at once. */
class WhereRopeClocks extends WhereFigure {
  static figure = figure;
}

define(WhereRopeClocks);
