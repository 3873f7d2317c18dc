// A shipped model's card: what it is, how it was trained, what it was measured to do, how to make it again.
#pragma once

#include <string>

#include "program/language_model.hpp"

namespace whereabouts {

/// What the card says of the text.
struct TextSource {
  std::string title, source;
};

/// Measures `model` on `windows` windows and writes it all down:
///   { name, title, encoding, config, characters, data: { title, source, characters, held_out }, context, steps, batch,
///     learning_rate, seed, parameters, windows, loss, loss_by_position: { "0-63": ..., "32-63": ... }, rebuild,
///     position_probe: { layer, r_squared, untrained, unmasked },
///     table: { zeroed, shuffled }            for a learned table
///     stretched: { linear: { "32-63": ..., "192-255 after 10": ... }, ... }    for RoPE }
/// `loss` is that of all of the trained context. Losses are in nats, rounded to four decimals.
Json make_card(Transformer<float>& model, const LanguageModelSetup& setup, const TextSource& text, std::size_t windows);

}  // namespace whereabouts
