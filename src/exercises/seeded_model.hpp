// The model that exercises ask about until trained ones are shipped: a small GPT-2 with seeded weights, the same that
// the figures of the learned table look into (web/figures/tiny-model.js).
#pragma once

#include "exercises/model_rows.hpp"
#include "model/transformer.hpp"

namespace whereabouts::exercises {

class SeededModel : public ModelRows {
 public:
  SeededModel();

  std::vector<std::string> names() const override;
  Size size(const std::string& name) const override;
  std::vector<double> token_row(const std::string& name, std::size_t token) const override;
  std::vector<double> position_row(const std::string& name, std::size_t position) const override;
  std::vector<double> first_layer_norm(const std::string& name, const std::vector<double>& row) const override;

  /// For checking the rows against the stream itself.
  Transformer<float>& transformer() { return transformer_; }

 private:
  std::vector<double> row(std::size_t parameter, std::size_t index) const;

  Transformer<float> transformer_;
};

}  // namespace whereabouts::exercises
