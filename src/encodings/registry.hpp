// The one list of encodings. Everything that must know them all comes from it: the variant that a model holds, reading
// config.position, the listing for menus and documentation, the typed tests. To add an encoding: include its header here
// and add its type to the list.
#pragma once

#include <tuple>
#include <variant>

#include "encodings/alibi.hpp"
#include "encodings/encoding.hpp"
#include "encodings/learned.hpp"
#include "encodings/my_encoding.hpp"
#include "encodings/none.hpp"
#include "encodings/rope.hpp"
#include "encodings/sinusoidal.hpp"
#include "encodings/t5_bias.hpp"

namespace whereabouts {

using Encodings = std::tuple<NoEncoding, Learned, Sinusoidal, Rope, Alibi, T5Bias, MyEncoding>;

template <class List>
struct VariantOf;
template <class... Es>
struct VariantOf<std::tuple<Es...>> {
  static_assert((require_hooks<Es, float>() && ...) && (require_hooks<Es, double>() && ...));
  using type = std::variant<Es...>;
};

/// Any registered encoding. Dispatch with std::visit, once per layer and hook.
using AnyEncoding = VariantOf<Encodings>::type;

/// Reads a config's position object for a model of this shape. Errors: "missing" or "unknown_choice" for its kind; those of
/// the encoding, each naming the parameter.
AnyEncoding make_encoding(const Json& position, const ModelShape& shape);

/// The position object with every default filled in; make_encoding of it gives the same encoding.
Json position_json(const AnyEncoding& encoding);

/// [{ kind, injects, max_positions, trainable, parameters: [{ name, type, default, min?, max?, choices? }] }] in the order of
/// the list. max_positions is that of a GPT-2 with its default of 1024 positions, null where there is no limit. Titles and
/// descriptions stand in the message catalogue under "encoding.<kind>".
Json encoding_listing();

}  // namespace whereabouts
