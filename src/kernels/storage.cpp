#include "kernels/storage.hpp"

namespace whereabouts {

namespace {

template <class T, class Real>
void convert(const void* data, std::size_t offset, Real factor, std::span<Real> out) {
  const T* in = static_cast<const T*>(data) + offset;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if constexpr (std::is_same_v<T, double>) out[i] = Real(in[i]);
    else out[i] = factor * Real(to_float(in[i]));
  }
}

template <class Real>
void convert(const Stored& matrix, std::size_t row, std::size_t column, std::span<Real> out) {
  const std::size_t offset = row * matrix.stride + column;
  switch (matrix.storage) {
    case Storage::float64: return convert<double, Real>(matrix.data, offset, 1, out);
    case Storage::float32: return convert<float, Real>(matrix.data, offset, 1, out);
    case Storage::float16: return convert<Float16, Real>(matrix.data, offset, 1, out);
    case Storage::bfloat16: return convert<BFloat16, Real>(matrix.data, offset, 1, out);
    case Storage::int8: return convert<std::int8_t, Real>(matrix.data, offset, matrix.row_scales[row], out);
  }
}

}  // namespace

Stored Stored::columns_from(std::size_t first, std::size_t count) const {
  Stored part = *this;
  part.data = static_cast<const std::byte*>(data) + first * element_size(storage);
  part.columns = count;
  return part;
}

Stored Stored::rows_from(std::size_t first, std::size_t count) const {
  Stored part = *this;
  part.data = static_cast<const std::byte*>(data) + first * stride * element_size(storage);
  part.rows = count;
  if (storage == Storage::int8) part.row_scales = row_scales.subspan(first, count);
  return part;
}

double Stored::at(std::size_t row, std::size_t column) const {
  double value = 0;
  convert<double>(*this, row, column, {&value, 1});
  return value;
}

template <class Real>
void read_row(const Stored& matrix, std::size_t row, std::span<Real> out) {
  convert<Real>(matrix, row, 0, out);
}

template void read_row<float>(const Stored&, std::size_t, std::span<float>);
template void read_row<double>(const Stored&, std::size_t, std::span<double>);

}  // namespace whereabouts
