#include "encodings/sinusoidal.hpp"

#include <cmath>

#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

constexpr double smallest_base = 1, largest_base = 1e12;

// Calls write(column, value) for every sine and cosine of a row.
template <class Write>
void for_each_entry(double position, std::span<const double> frequencies, std::size_t width, SinusoidalLayout layout,
                    Write write) {
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double angle = position * frequencies[i];
    const auto [sine, cosine] = sinusoidal_columns(i, width, layout);
    write(sine, std::sin(angle));
    if (cosine < width) write(cosine, std::cos(angle));
  }
}

}  // namespace

const std::vector<std::string>& sinusoidal_layout_names() {
  static const std::vector<std::string> names{"interleaved", "concatenated", "tensor2tensor"};
  return names;
}

SinusoidalLayout sinusoidal_layout(std::string_view name) {
  return SinusoidalLayout(index_of_choice("layout", name, sinusoidal_layout_names()));
}

std::string_view to_string(SinusoidalLayout layout) { return sinusoidal_layout_names()[std::size_t(layout)]; }

std::vector<double> sinusoidal_frequencies(std::size_t width, double base, SinusoidalLayout layout) {
  require_range("width", double(width), 1, 1 << 20);
  require_range("base", base, smallest_base, largest_base);
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
    for_each_entry(positions[r], frequencies, table.columns, layout,
                   [&](std::size_t column, double value) { row[column] = Real(value); });
  }
}

template void position_table<float>(std::span<const double>, double, SinusoidalLayout, Rows<float>);
template void position_table<double>(std::span<const double>, double, SinusoidalLayout, Rows<double>);

std::vector<ParameterDescription> Sinusoidal::parameters() {
  return {{"layout", "choice", "interleaved", {}, {}, sinusoidal_layout_names()},
          {"base", "number", 10000, smallest_base, largest_base, {}},
          {"scale", "number", 1, 0, 1000, {}}};
}

Sinusoidal Sinusoidal::from_json(const Json& position, const ModelShape& shape) {
  PositionOptions options(position, parameters());
  Sinusoidal encoding;
  encoding.width_ = shape.n_embd;
  encoding.layout_ = sinusoidal_layout(options.choice("layout"));
  encoding.base_ = options.number("base");
  encoding.scale_ = options.number("scale");
  encoding.frequencies_ = sinusoidal_frequencies(encoding.width_, encoding.base_, encoding.layout_);
  return encoding;
}

Json Sinusoidal::to_json() const {
  return {{"kind", kind}, {"layout", to_string(layout_)}, {"base", base_}, {"scale", scale_}};
}

void Sinusoidal::require_positions(std::span<const double> positions) const { require_real_positions(positions); }

template <class Real>
void Sinusoidal::add(const Pass& pass, ConstRows<Real>, Rows<Real> x) const {
  for (std::size_t r = 0; r < x.rows; ++r) {
    const auto row = x[r];
    for_each_entry(pass.query_positions[r], frequencies_, width_, layout_,
                   [&](std::size_t column, double value) { row[column] += Real(scale_ * value); });
  }
}

// What is added depends on nothing that is trained.
template <class Real>
void Sinusoidal::add_backward(const Pass&, ConstRows<Real>, Rows<Real>) const {}

template void Sinusoidal::add<float>(const Pass&, ConstRows<float>, Rows<float>) const;
template void Sinusoidal::add<double>(const Pass&, ConstRows<double>, Rows<double>) const;
template void Sinusoidal::add_backward<float>(const Pass&, ConstRows<float>, Rows<float>) const;
template void Sinusoidal::add_backward<double>(const Pass&, ConstRows<double>, Rows<double>) const;

}  // namespace whereabouts
