#include "program/card.hpp"

#include <cmath>
#include <map>

#include "tokenizers/character_tokenizer.hpp"
#include "program/study.hpp"

namespace whereabouts {
namespace {

const std::map<std::string, std::string> titles = {{"none", "No encoding"},      {"learned", "Learned table"},
                                                   {"sinusoidal", "Sinusoidal"}, {"rope", "RoPE"},
                                                   {"alibi", "ALiBi"},           {"t5_bias", "T5 bias"}};

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json rounded(const Numbers& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[name] = rounded(value);
  return json;
}

}  // namespace

Json make_card(Transformer<float>& model, const LanguageModelSetup& setup, const TextSource& text,
               std::size_t windows) {
  const auto losses = [&] { return loss_by_range(model, setup, windows); };
  const LossByRange by_range = losses();
  Json card{{"name", setup.encoding},
            {"title", titles.at(setup.encoding)},
            {"encoding", setup.encoding},
            {"config", model.config().to_json()},
            {"characters", text_task_of(setup, trained_context)->config().at("characters")},
            {"data",
             {{"title", text.title},
              {"source", text.source},
              {"characters", code_points(setup.text, "text").size()},
              {"held_out", 0.1}}},
            {"context", trained_context},
            {"steps", setup.steps},
            {"batch", training_batch},
            {"learning_rate", 5e-3},
            {"seed", setup.seed},
            {"parameters", model.parameters().count()},
            {"windows", windows},
            {"loss", rounded(by_range.at("0-63"))},
            {"loss_by_position", rounded(by_range)},
            {"position_probe",
             {{"layer", 2},
              {"r_squared", rounded(probe_of(model, setup))},
              {"untrained", rounded(probe_untrained(setup))},
              {"unmasked", rounded(probe_unmasked(model, setup))}}},
            {"rebuild", "./build.sh train"}};
  if (setup.encoding == "learned") card["table"] = rounded(without_table(model, setup, windows));
  if (setup.encoding == "rope")
    for (const std::string& stretching : stretchings()) {
      const Json position = stretched_rope(stretching);
      Numbers numbers = with_position(model, position, losses);
      numbers.merge(fine_tuned(model, setup, position, windows));
      card["stretched"][stretching] = rounded(numbers);
    }
  return card;
}

}  // namespace whereabouts
