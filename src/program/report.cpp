#include "program/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "error.hpp"
#include "experiments/experiment.hpp"
#include "experiments/references.hpp"
#include "program/progress.hpp"
#include "program/study.hpp"

namespace whereabouts {
namespace {

constexpr const char* language_models = "D";
constexpr std::size_t windows = 256;  // the references have 64, whose draw alone moves a loss by .05

/// Every seed's value of each measure.
using Collected = std::map<std::string, std::vector<double>>;

struct Summary {
  double mean = 0, spread = 0;
  std::size_t missing = 0;  // seeds without a value: 99 % was not reached
};

Summary summary_of(const std::vector<double>& values) {
  Summary summary;
  double count = 0;
  for (const double value : values) {
    if (std::isnan(value))
      ++summary.missing;
    else
      summary.mean += value, ++count;
  }
  summary.mean /= count;
  for (const double value : values)
    if (!std::isnan(value)) summary.spread += (value - summary.mean) * (value - summary.mean) / count;
  summary.spread = std::sqrt(summary.spread);
  return summary;
}

/// With the decimals that suit a number of the size of `like`.
std::string shown(double value, double like) {
  char text[32];
  const double size = std::fabs(like);
  std::snprintf(text, sizeof text, size >= 10 ? "%.0f" : size < 1e-3 && size > 0 ? "%.1e" : "%.3f", value);
  return text;
}

std::string with_spread(double value, double spread) {
  return shown(value, value) + (spread > 0 ? " ± " + shown(spread, value) : "");
}

class Table {
 public:
  explicit Table(std::ostream& out) : out_(out) {
    out_ << "| experiment | arm | measure | ours | reference | |\n| --- | --- | --- | --- | --- | --- |\n";
  }

  void add(const std::string& experiment, const std::string& arm, const Collected& collected) {
    for (const auto& [measure, values] : collected) {
      const Summary summary = summary_of(values);
      const Reference* reference = reference_for(experiment, arm, measure);
      std::string ours = summary.missing == values.size() ? "not reached" : with_spread(summary.mean, summary.spread);
      if (summary.missing > 0 && summary.missing < values.size())
        ours += " (not reached by " + std::to_string(summary.missing) + ")";
      std::string expected, verdict;
      if (reference) {
        const bool agree = summary.missing == 0 && agrees(*reference, summary.mean, summary.spread);
        expected = with_spread(reference->value, reference->spread);
        verdict = agree ? "agrees" : "**differs**";
        differing_ += !agree;
      }
      out_ << "| " << experiment << " | " << arm << " | " << measure << " | " << ours << " | " << expected << " | "
           << verdict << " |" << std::endl;
    }
  }

  std::size_t differing() const { return differing_; }

 private:
  std::ostream& out_;
  std::size_t differing_ = 0;
};

void collect(Collected& into, const Numbers& numbers) {
  for (const auto& [name, value] : numbers) into[name].push_back(value);
}

void run_small(const ExperimentInfo& info, std::size_t seeds, Table& table) {
  for (const std::string& arm : info.arms) {
    Collected collected;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      ExperimentRun run(info.id, arm, seed);
      Progress progress(info.id + " " + arm + ", seed " + std::to_string(seed), run.progress().total);
      while (!run.done()) {
        run.step();
        progress.show(run.progress().done, "loss " + shown(run.progress().loss, 1));
      }
      progress.end();
      collect(collected, run.result().measures);
    }
    table.add(info.id, arm, collected);
  }
}

Numbers measured(Transformer<float>& model, const LanguageModelSetup& setup) {
  Numbers numbers = loss_by_range(model, setup, windows);
  if (setup.encoding == "learned") numbers.merge(without_table(model, setup, windows));
  if (setup.encoding == "none" || setup.encoding == "rope") {
    numbers["probe"] = probe_of(model, setup);
    numbers["probe_unmasked"] = probe_unmasked(model, setup);
    numbers["probe_untrained"] = probe_untrained(setup);
  }
  return numbers;
}

void run_language_models(const std::string& text, std::size_t seeds, Table& table) {
  for (const std::string& encoding : language_model_encodings()) {
    Collected collected;
    std::map<std::string, Collected> stretched;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      const LanguageModelSetup setup{encoding, text, "", seed};
      Progress progress("D " + encoding + ", seed " + std::to_string(seed), setup.steps);
      const auto model = train_language_model(
          setup, [&](const StepResult& step) { progress.show(step.step, "loss " + shown(step.loss, 1)); });
      progress.end();
      collect(collected, measured(*model, setup));
      if (encoding != "rope") continue;
      std::vector<std::string> ways = stretchings();
      ways.emplace_back("yarn_untruncated");
      for (const std::string& stretching : ways) {
        const Json position = stretched_rope(stretching);
        collect(stretched[stretching],
                with_position(*model, position, [&] { return loss_by_range(*model, setup, windows); }));
        collect(stretched[stretching], fine_tuned(*model, setup, position, windows));
      }
    }
    table.add(language_models, encoding, collected);
    for (const auto& [stretching, numbers] : stretched) table.add(language_models, "rope_" + stretching, numbers);
  }
}

}  // namespace

std::size_t report(const ReportOptions& options, std::ostream& out) {
  std::vector<std::string> ids;
  for (const ExperimentInfo& info : experiments()) ids.push_back(info.id);
  ids.emplace_back(language_models);
  for (const std::string& id : options.only)
    if (std::ranges::find(ids, id) == ids.end()) fail_choice("only", id, ids);
  const auto wanted = [&](const std::string& id) {
    return options.only.empty() || std::ranges::find(options.only, id) != options.only.end();
  };
  Table table(out);
  for (const ExperimentInfo& info : experiments())
    if (wanted(info.id)) run_small(info, options.seeds, table);
  if (wanted(language_models) && !options.text.empty()) run_language_models(options.text, options.seeds, table);
  return table.differing();
}

}  // namespace whereabouts
