// What an exercise about a model's rows needs from models: residual_sum asks for token row + position row. The session
// hands in the models it holds; seeded_model.hpp is what there is without any.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace whereabouts::exercises {

/// Models with a learned position table, by name. Rows come back in double precision as the model stores them.
class ModelRows {
 public:
  struct Size {
    std::size_t vocab_size = 0;
    std::size_t n_positions = 0;
    std::size_t n_embd = 0;
  };

  virtual ~ModelRows() = default;
  /// At least one; the first is the one an instance takes when none is asked for.
  virtual std::vector<std::string> names() const = 0;
  virtual Size size(const std::string& name) const = 0;
  /// Row `token` of wte.weight.
  virtual std::vector<double> token_row(const std::string& name, std::size_t token) const = 0;
  /// Row `position` of wpe.weight.
  virtual std::vector<double> position_row(const std::string& name, std::size_t position) const = 0;
  /// The first layer norm of block 0 applied to a row.
  virtual std::vector<double> first_layer_norm(const std::string& name, const std::vector<double>& row) const = 0;
};

}  // namespace whereabouts::exercises
