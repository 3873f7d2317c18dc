import * as figure from "../figures/score-by-offset.js";
import { WhereFigure, define } from "./figure.js";

/** The score against the offset: drag the dot or use its arrow keys. */
class WhereScoreByOffset extends WhereFigure {
  static figure = figure;
}

define(WhereScoreByOffset);
