// What is measured of the language models beside their losses: stretching and fine-tuning RoPE, taking a learned table
// away, reading positions off the stream. Numbers by name, as references.hpp names them.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "program/language_model.hpp"

namespace whereabouts {

using Numbers = std::map<std::string, double>;

/// How a RoPE is stretched: "plain", "linear", "ntk", "yarn" (all by 4) and "ntk_8". Beside them stretched_rope knows
/// "yarn_untruncated", whose ramp is not widened to whole pairs, as the references have it: with 8 pairs that shows.
const std::vector<std::string>& stretchings();
Json stretched_rope(std::string_view stretching);

/// `measure` under another encoding on the same weights; the model's own comes back afterwards.
Numbers with_position(Transformer<float>& model, const Json& position, const std::function<Numbers()>& measure);

/// 192-255 after 10 and 100 steps of fine-tuning a copy of the model under `position`: "192-255 after 10", "... 100".
Numbers fine_tuned(const Transformer<float>& model, const LanguageModelSetup& setup, const Json& position,
                   std::size_t windows);

/// Within the trained context, with zeros in the learned table and with its rows for that context in another order.
Numbers without_table(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t windows);

/// R squared of a linear probe for the position after block 2, on windows of the held-out text.
double probe_of(Transformer<float>& model, const LanguageModelSetup& setup);
/// The same model with the mask off, or before it was trained.
double probe_unmasked(const Transformer<float>& model, const LanguageModelSetup& setup);
double probe_untrained(const LanguageModelSetup& setup);

}  // namespace whereabouts
