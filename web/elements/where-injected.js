import * as figure from "../figures/where-injected.js";
import { WhereFigure, define } from "./figure.js";

/** One word in two slots: where an encoding puts position in, and what is another number from there on. */
class WhereWhereInjected extends WhereFigure {
  static figure = figure;
}

define(WhereWhereInjected);
