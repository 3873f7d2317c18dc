#include "model/weights.hpp"

namespace whereabouts {
namespace {

constexpr bool is_matrix(Role role) {
  return role == Role::linear || role == Role::residual_linear || role == Role::embedding || is_out_in(role);
}

/// A tied embedding is the head as well, and is applied as one.
template <class Real>
bool is_transposed(const Parameters<Real>& parameters, std::size_t index) {
  return is_out_in(parameters[index].role) || index == parameters.layout().head;
}

}  // namespace

/// Whether it is multiplied with: an embedding of its own is only looked up; the tied one is the head as well.
template <class Real>
bool Weights<Real>::is_packed(const Parameters<Real>& parameters, std::size_t index) const {
  const Role role = parameters[index].role;
  return is_matrix(role) && (role != Role::embedding || index == parameters.layout().head);
}

template <class Real>
double Weights<Real>::packed_bytes(const Parameters<Real>& parameters) const {
  double bytes = 0;
  for (std::size_t index = 0; index < parameters.size(); ++index)
    if (is_packed(parameters, index)) bytes += double(parameters[index].size()) * double(sizeof(Real));
  return bytes;
}

template <class Real>
void Weights<Real>::refresh(const Parameters<Real>& parameters, bool pack) {
  parameters_ = &parameters;
  prepared_.resize(parameters.size());
  pack_ = pack && packed_bytes(parameters) <= most_packed_;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    const Parameter<Real>& parameter = parameters[index];
    Prepared& prepared = prepared_[index];
    if (is_matrix(parameter.role) || prepared.values_version == parameter.version) continue;
    prepared.wide.clear();
    if (!parameter.full_precision()) {
      prepared.wide.resize(parameter.size());
      for (std::size_t row = 0; row < parameter.rows(); ++row)
        read_row<Real>(parameter.stored(), row,
                       std::span(prepared.wide).subspan(row * parameter.columns(), parameter.columns()));
    }
    prepared.values = parameter.full_precision() ? parameter.values() : std::span<const Real>(prepared.wide);
    prepared.values_version = parameter.version;
  }
}

template <class Real>
Weight<Real> Weights<Real>::matrix(std::size_t index) const {
  Prepared& prepared = prepared_[index];
  const Parameter<Real>& parameter = (*parameters_)[index];
  const bool transposed = is_transposed(*parameters_, index);
  if (pack_ && prepared.packed_version != parameter.version && is_packed(*parameters_, index)) {
    prepared.packed.pack(parameter.stored(), transposed);
    prepared.packed_version = parameter.version;
  }
  const bool fresh = prepared.packed_version == parameter.version;
  return {fresh ? &prepared.packed : nullptr, parameter.stored(), transposed};
}

template <class Real>
ConstRows<Real> Weights<Real>::table(std::size_t index) const {
  const Parameter<Real>& parameter = (*parameters_)[index];
  return {prepared_[index].values.data(), parameter.rows(), parameter.columns()};
}

template <class Real>
void linear(ConstRows<Real> x, const Weight<Real>& weight, std::span<const Real> bias, bool accumulate, Rows<Real> y,
            Workspace<Real>& workspace) {
  if (x.rows > 1 && weight.packed) {
    matmul(x, *weight.packed, y, workspace, {.accumulate = accumulate}, bias);
    return;
  }
  if (!bias.empty()) {
    if (accumulate)
      add_row(y, bias);
    else
      fill_rows(y, bias);
  }
  matmul(x, weight.stored, y, workspace, {.transpose_b = weight.transposed, .accumulate = accumulate || !bias.empty()});
}

template <class Real>
void linear_backward(ConstRows<Real> x, const Weight<Real>& weight, ConstRows<Real> d_y, Rows<Real> d_x,
                     Rows<Real> d_weight, std::span<Real> d_bias, Workspace<Real>& workspace) {
  // y += bias
  if (!d_bias.empty()) sum_rows(d_y, d_bias);
  // y = x * W
  matmul(d_y, weight.stored, d_x, workspace, {.transpose_b = !weight.transposed});
  const Product how{.transpose_a = true, .accumulate = true};
  if (weight.transposed)
    matmul(d_y, Stored(x), d_weight, workspace, how);
  else
    matmul(x, Stored(d_y), d_weight, workspace, how);
}

template class Weights<float>;
template class Weights<double>;
template void linear(ConstRows<float>, const Weight<float>&, std::span<const float>, bool, Rows<float>,
                     Workspace<float>&);
template void linear(ConstRows<double>, const Weight<double>&, std::span<const double>, bool, Rows<double>,
                     Workspace<double>&);
template void linear_backward(ConstRows<float>, const Weight<float>&, ConstRows<float>, Rows<float>, Rows<float>,
                              std::span<float>, Workspace<float>&);
template void linear_backward(ConstRows<double>, const Weight<double>&, ConstRows<double>, Rows<double>, Rows<double>,
                              std::span<double>, Workspace<double>&);

}  // namespace whereabouts
