#include "encodings/sinusoidal.hpp"

#include <algorithm>
#include <cmath>

#include "encodings/positions.hpp"
#include "error.hpp"

namespace whereabouts {

const std::vector<std::string>& sinusoidal_layout_names() {
  static const std::vector<std::string> names{"interleaved", "concatenated", "tensor2tensor"};
  return names;
}

SinusoidalLayout sinusoidal_layout(std::string_view name) {
  const auto& names = sinusoidal_layout_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail_choice("layout", name, names);
  return SinusoidalLayout(found - names.begin());
}

std::string_view to_string(SinusoidalLayout layout) { return sinusoidal_layout_names()[std::size_t(layout)]; }

std::vector<double> sinusoidal_frequencies(std::size_t width, double base, SinusoidalLayout layout) {
  require_range("width", double(width), 1, 1 << 20);
  require_range("base", base, 1, 1e12);
  if (layout == SinusoidalLayout::tensor2tensor) {
    if (width == 2 || width == 3)
      throw Error(ErrorCode::invalid_argument, "tensor2tensor_width", {{"argument", "width"}, {"got", double(width)}});
    std::vector<double> frequencies(width / 2);
    const double last = double(width / 2) - 1;
    for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies[i] = 1 / std::pow(base, double(i) / last);
    return frequencies;
  }
  std::vector<double> frequencies((width + 1) / 2);
  for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies[i] = 1 / std::pow(base, 2 * double(i) / double(width));
  return frequencies;
}

SinusoidalColumns sinusoidal_columns(std::size_t pair, std::size_t width, SinusoidalLayout layout) {
  switch (layout) {
    case SinusoidalLayout::interleaved: return {2 * pair, 2 * pair + 1};
    case SinusoidalLayout::concatenated: return {pair, (width + 1) / 2 + pair};
    case SinusoidalLayout::tensor2tensor: break;
  }
  return {pair, width / 2 + pair};
}

template <class Real>
void position_table(std::span<const double> positions, double base, SinusoidalLayout layout, Rows<Real> table) {
  require_length("positions", positions.size(), table.rows);
  require_real_positions(positions);
  const std::vector<double> frequencies = sinusoidal_frequencies(table.columns, base, layout);
  for (std::size_t r = 0; r < positions.size(); ++r) {
    const auto row = table[r];
    if (layout == SinusoidalLayout::tensor2tensor && table.columns % 2 == 1) row.back() = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const double angle = positions[r] * frequencies[i];
      const auto [sine, cosine] = sinusoidal_columns(i, table.columns, layout);
      row[sine] = Real(std::sin(angle));
      if (cosine < table.columns) row[cosine] = Real(std::cos(angle));
    }
  }
}

template void position_table<float>(std::span<const double>, double, SinusoidalLayout, Rows<float>);
template void position_table<double>(std::span<const double>, double, SinusoidalLayout, Rows<double>);

}  // namespace whereabouts
