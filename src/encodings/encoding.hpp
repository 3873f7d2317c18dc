// The contract of a positional encoding.
//
// Position can enter a transformer at three places: ADDED TO THE EMBEDDINGS before block 0, ROTATING QUERIES AND KEYS in
// every layer, BIASING THE SCORES before softmax. An encoding is a plain value type that says in `places` which of them
// it uses and implements the hooks of those places, each with its backward twin. The concepts below check that when the
// encoding is registered (registry.hpp) and name what is missing.
//
// Real is float in the engine and double in tests, which check every backward hook against finite differences.
// Positions are explicit real numbers, counted from 0. All angles are computed in double precision.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "described_options.hpp"
#include "kernels/rows.hpp"

namespace whereabouts {

/// Where an encoding injects position; a set, combined with |.
enum class Places : unsigned { nowhere = 0, embedding = 1, query_key = 2, score = 4 };
constexpr Places operator|(Places a, Places b) { return Places(unsigned(a) | unsigned(b)); }
constexpr bool uses(Places set, Places place) { return (unsigned(set) & unsigned(place)) != 0; }

/// What an encoding needs to know of the model it works in.
struct ModelShape {
  std::size_t n_embd = 0;
  std::size_t n_head = 0;
  std::size_t head_dim = 0;
  std::size_t n_positions = 0;  // rows of a learned table; no other encoding is limited by it
  bool causal = true;           // whether queries see earlier keys only: T5's buckets go by it
};

/// One pass through the model, as an encoding sees it. Decoding at t is a pass with one query row.
struct Pass {
  std::span<const double> query_positions;  // [nq] the rows being computed
  std::span<const double> key_positions;    // [nk] every row that can be attended to: cached rows first, then the query rows
  double sequence_length = 0;               // what length-dependent frequencies go by; by default the largest position + 1
};

/// cos and sin of every position and pair, computed once a pass and used by every layer.
template <class Real>
struct Rotation {
  std::size_t rotary_dim = 0;      // leading entries of each head that turn; the rest is copied
  bool interleaved = false;        // false: i pairs with i + rotary_dim / 2; true: 2i pairs with 2i + 1
  std::vector<Real> cosine, sine;  // [n, rotary_dim / 2], the attention factor already multiplied in
  std::vector<double> inverse_frequencies;  // [rotary_dim / 2], of this pass's sequence length
};

/// A trainable table that an encoding owns in the model: "wpe.weight" [n_positions, n_embd],
/// "relative_attention_bias.weight" [num_buckets, n_head].
struct TableShape {
  std::string name;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

/// What every encoding has, whatever its places.
///   kind                 the name in config.position.kind
///   places               where it injects position
///   parameters()         what can be set, in the order a menu shows it; the words stand in the message catalogue under
///                        "encoding.<kind>.<name>"
///   E::from_json(p, s)   reads config.position for a model of shape s; throws Error naming the parameter
///   to_json()            the same position object with every default filled in
///   table()              the trainable table, or nothing
///   max_positions()      positions 0 .. max - 1 are allowed; nothing: no limit
///   require_positions(p) throws Error where a position is not allowed (a table: whole numbers below its size)
///   depends_on_length(a, b)  whether rows computed for sequence length a differ from those for length b, so that cached
///                        keys are worthless and the prefix must be run again
template <class E>
concept Encoding = requires(const E e, const Json& json, const ModelShape& shape, std::span<const double> positions) {
  { E::kind } -> std::convertible_to<std::string_view>;
  { E::places } -> std::convertible_to<Places>;
  { E::parameters() } -> std::same_as<std::vector<ParameterDescription>>;
  { E::from_json(json, shape) } -> std::same_as<E>;
  { e.to_json() } -> std::same_as<Json>;
  { e.table() } -> std::same_as<std::optional<TableShape>>;
  { e.max_positions() } -> std::same_as<std::optional<std::size_t>>;
  e.require_positions(positions);
  { e.depends_on_length(0.0, 0.0) } -> std::same_as<bool>;
};

// The hooks. One call a pass (add, prepare_rotation, bias) or a layer (rotate); never one an element.

/// x += the encoding's row of each query position; x is [nq, n_embd], table as in table() (empty where there is none).
template <class E, class Real>
concept HasAdd = requires(const E e, const Pass& pass, ConstRows<Real> table, Rows<Real> x) { e.add(pass, table, x); };

/// d_table += what add's backward pass owes the table, from d_x, the gradient of x after add. (d_x itself passes through.)
template <class E, class Real>
concept HasAddBackward =
    requires(const E e, const Pass& pass, ConstRows<Real> d_x, Rows<Real> d_table) { e.add_backward(pass, d_x, d_table); };

/// Fills `rotation` for these positions; reuses its memory.
template <class E, class Real>
concept HasPrepareRotation = requires(const E e, std::span<const double> positions, double sequence_length,
                                      Rotation<Real>& rotation) { e.prepare_rotation(positions, sequence_length, rotation); };

/// Turns every head of x in place; x is [n, n_head * head_dim], row r at the r-th position of `rotation`.
template <class E, class Real>
concept HasRotate = requires(const E e, const Rotation<Real>& rotation, Rows<Real> x) { e.rotate(rotation, x); };

/// The gradient of rotate's input from the gradient of its output, in place.
template <class E, class Real>
concept HasRotateBackward = requires(const E e, const Rotation<Real>& rotation, Rows<Real> d_x) { e.rotate_backward(rotation, d_x); };

/// out = what is added to the scaled scores: [n_head, nq, nk], contiguous. Computed once a pass, added in every layer.
template <class E, class Real>
concept HasBias = requires(const E e, const Pass& pass, ConstRows<Real> table, std::span<Real> out) { e.bias(pass, table, out); };

/// d_table += what bias's backward pass owes the table, from d_scores [n_head, nq, nk], the gradient summed over layers.
template <class E, class Real>
concept HasBiasBackward =
    requires(const E e, const Pass& pass, std::span<const Real> d_scores, Rows<Real> d_table) { e.bias_backward(pass, d_scores, d_table); };

/// Where an encoding type injects position; E may be a reference, as std::visit passes it.
template <class E>
constexpr Places places_of = std::remove_cvref_t<E>::places;

/// Instantiated for every registered encoding: a hook that `places` promises and that is not there stops the build here.
template <class E, class Real>
constexpr bool require_hooks() {
  static_assert(Encoding<E>, "an encoding lacks one of: kind, places, parameters, from_json, to_json, table, max_positions, "
                             "require_positions, depends_on_length");
  if constexpr (uses(places_of<E>, Places::embedding)) {
    static_assert(HasAdd<E, Real>, "places says embedding: add is missing");
    static_assert(HasAddBackward<E, Real>, "places says embedding: add_backward is missing");
  }
  if constexpr (uses(places_of<E>, Places::query_key)) {
    static_assert(HasPrepareRotation<E, Real>, "places says query_key: prepare_rotation is missing");
    static_assert(HasRotate<E, Real>, "places says query_key: rotate is missing");
    static_assert(HasRotateBackward<E, Real>, "places says query_key: rotate_backward is missing");
  }
  if constexpr (uses(places_of<E>, Places::score)) {
    static_assert(HasBias<E, Real>, "places says score: bias is missing");
    static_assert(HasBiasBackward<E, Real>, "places says score: bias_backward is missing");
  }
  return true;
}

}  // namespace whereabouts
