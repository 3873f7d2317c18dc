#include "model/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <type_traits>
#include <utility>

#include "error.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

template <class Real>
constexpr Storage full_storage = sizeof(Real) == sizeof(double) ? Storage::float64 : Storage::float32;

Stored stored_view(Storage storage, const void* data, std::span<const float> row_scales, std::size_t rows,
                   std::size_t columns) {
  Stored view;
  view.storage = storage;
  view.data = data;
  view.rows = rows;
  view.columns = columns;
  view.stride = columns;
  view.row_scales = row_scales;
  return view;
}

/// Every value in Real, row after row.
template <class Real>
void convert(const Stored& from, std::span<Real> to) {
  for (std::size_t row = 0; row < from.rows; ++row)
    read_row<Real>(from, row, to.subspan(row * from.columns, from.columns));
}

std::vector<std::size_t> table_shape(const TableShape& table) { return {table.rows, table.columns}; }

}  // namespace

template <class Real>
std::size_t Parameter<Real>::size() const {
  return std::accumulate(shape.begin(), shape.end(), std::size_t(1), std::multiplies<>());
}

template <class Real>
Stored Parameter<Real>::stored() const {
  return stored_view(storage, data.data(), row_scales, rows(), columns());
}

template <class Real>
void Parameter<Real>::widen() {
  if (full_precision()) return;
  std::vector<std::byte> wide(size() * sizeof(Real));
  convert<Real>(stored(), {reinterpret_cast<Real*>(wide.data()), size()});
  data = std::move(wide);
  row_scales = {};
  storage = full_storage<Real>;
}

template <class Real>
double Parameters<Real>::bytes_wanted(const Config& config, const std::optional<TableShape>& table) {
  double numbers = table ? double(table->rows) * double(table->columns) : 0;
  lay_out_parameters(config, [&](const std::string&, const std::vector<std::size_t>& shape, Role) {
    numbers += std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
    return std::size_t(0);
  });
  return numbers * double(sizeof(Real));
}

template <class Real>
Parameters<Real>::Parameters(const Config& config, const std::optional<TableShape>& table, Role table_role,
                             Contents contents) {
  const auto append = [&](std::string name, std::vector<std::size_t> shape, Role role) {
    list_.push_back({.name = std::move(name),
                     .shape = std::move(shape),
                     .role = role,
                     .storage = full_storage<Real>,
                     .data = {},
                     .row_scales = {},
                     .version = version_});
    return list_.size() - 1;
  };
  layout_ = lay_out_parameters(config, append);
  if (table) layout_.table = append(table->name, table_shape(*table), table_role);
  if (contents == Contents::nothing) return;
  with_memory(bytes_wanted(config, table), [&] {
    for (auto& parameter : list_) parameter.data.resize(parameter.size() * sizeof(Real));
  });
}

template <class Real>
std::size_t Parameters<Real>::count() const {
  return std::accumulate(begin(), end(), std::size_t(0), [](std::size_t sum, const auto& p) { return sum + p.size(); });
}

template <class Real>
std::size_t Parameters<Real>::index_of(std::string_view name) const {
  const auto found = std::find_if(begin(), end(), [&](const auto& parameter) { return parameter.name == name; });
  if (found != end()) return std::size_t(found - begin());
  std::string names;
  for (const auto& parameter : list_) names += (names.empty() ? "" : ", ") + parameter.name;
  throw Error(ErrorCode::invalid_argument, "unknown_parameter", {{"got", std::string(name)}, {"choices", names}});
}

template <class Real>
std::vector<Real> Parameters<Real>::read(std::string_view name) const {
  const Parameter<Real>& parameter = list_[index_of(name)];
  std::vector<Real> values(parameter.size());
  convert<Real>(parameter.stored(), values);
  return values;
}

template <class Real>
template <class T>
void Parameters<Real>::write(std::string_view name, std::span<const T> values) {
  const std::size_t index = index_of(name);
  Parameter<Real>& parameter = list_[index];
  require_length(name, values.size(), parameter.size());
  // Checked in Real: a double that a float cannot hold would become infinite.
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(Real(values[i])))
      require_finite(std::string(name) + "[" + std::to_string(i) + "]", double(Real(values[i])));
  if (!parameter.full_precision()) {
    parameter.data = std::vector<std::byte>(parameter.size() * sizeof(Real));
    parameter.row_scales = {};
    parameter.storage = full_storage<Real>;
  }
  std::transform(values.begin(), values.end(), parameter.values().begin(), [](T value) { return Real(value); });
  touch(index);
}

template <class Real>
void Parameters<Real>::assign(std::size_t index, Storage storage, std::span<const std::byte> data,
                              std::span<const float> row_scales) {
  Parameter<Real>& parameter = list_[index];
  require_length(parameter.name, data.size(), parameter.size() * element_size(storage));
  make_room(index, storage);
  put(index, storage, 0, data);
  parameter.row_scales = std::vector<float>(row_scales.begin(), row_scales.end());
}

template <class Real>
void Parameters<Real>::make_room(std::size_t index, Storage storage) {
  Parameter<Real>& parameter = list_[index];
  parameter.storage = held_as(storage);
  const std::size_t bytes = parameter.size() * element_size(parameter.storage);
  parameter.data = {};
  with_memory(double(bytes), [&] { parameter.data = std::vector<std::byte>(bytes); });
  parameter.row_scales = {};
  touch(index);
}

template <class Real>
void Parameters<Real>::put(std::size_t index, Storage storage, std::size_t first, std::span<const std::byte> piece) {
  Parameter<Real>& parameter = list_[index];
  using Other = std::conditional_t<sizeof(Real) == sizeof(double), float, double>;
  if (storage == parameter.storage) {
    std::copy(piece.begin(), piece.end(), parameter.data.begin() + std::ptrdiff_t(first * element_size(storage)));
  } else {
    const auto values = parameter.values().subspan(first, piece.size() / sizeof(Other));
    for (std::size_t i = 0; i < values.size(); ++i) {
      Other value;  // files hold them at any address
      std::memcpy(&value, piece.data() + i * sizeof(Other), sizeof(Other));
      values[i] = Real(value);
    }
  }
  touch(index);
}

template <class Real>
void Parameters<Real>::exchange_table(const std::optional<TableShape>& table) {
  const bool same =
      table && layout_.table && list_.back().name == table->name && list_.back().shape == table_shape(*table);
  if (same || (!table && !layout_.table)) return;
  std::optional<Parameter<Real>> found;
  if (table) {
    const auto fits = [&](const auto& p) { return p.name == table->name && p.shape == table_shape(*table); };
    const auto kept = std::find_if(aside_.begin(), aside_.end(), fits);
    if (kept == aside_.end())
      throw Error(ErrorCode::invalid_argument, "missing_table",
                  {{"name", table->name}, {"rows", double(table->rows)}, {"columns", double(table->columns)}});
    found = std::move(*kept);
    aside_.erase(kept);
  }
  if (layout_.table) {
    aside_.push_back(std::move(list_.back()));
    list_.pop_back();
    layout_.table.reset();
  }
  if (found) {
    list_.push_back(std::move(*found));
    layout_.table = list_.size() - 1;
    touch(*layout_.table);
  }
  ++version_;
}

template <class Real>
void Parameters<Real>::touch(std::size_t index) {
  list_[index].version = ++version_;
}

template struct Parameter<float>;
template struct Parameter<double>;
template class Parameters<float>;
template class Parameters<double>;
template void Parameters<float>::write(std::string_view, std::span<const float>);
template void Parameters<float>::write(std::string_view, std::span<const double>);
template void Parameters<double>::write(std::string_view, std::span<const float>);
template void Parameters<double>::write(std::string_view, std::span<const double>);

}  // namespace whereabouts
