// The config.json that stands beside a checkpoint, as the config of a model.
#pragma once

#include "model/config.hpp"

namespace whereabouts {

/// Reads a parsed config.json: what Config::from_json reads (null counts as left out, but for GPT-J's "rotary_dim": it
/// stands for the whole head of a model that has one, and is refused for others) and beyond it, where `position` is
/// rotary, as it is in the llama and neox families unless it says otherwise, the names that Hugging Face gives rotary
/// settings, also beside `position`: "rope_theta", "partial_rotary_factor", "rope_scaling", or all of them in
/// "rope_parameters". Errors: those of Config::from_json; "null_rotary_dim"; "two_places" where some of these stand
/// inside `position` and others beside it.
Config read_config_json(const Json& file);

}  // namespace whereabouts
