#include "model/activations.hpp"

#include "model/memory.hpp"

namespace whereabouts {
namespace {

/// Hands out consecutive parts of one piece of memory, or, before there is any, only counts what will be wanted.
template <class Real>
class Arena {
 public:
  explicit Arena(Real* start) : start_(start) {}

  std::span<Real> take(double count) {
    const double from = wanted_;
    wanted_ += count;
    if (!start_) return {};
    return {start_ + std::size_t(from), std::size_t(count)};
  }
  Rows<Real> rows(std::size_t rows, std::size_t columns) {
    return {take(double(rows) * double(columns)).data(), rows, columns};
  }
  /// In elements; whole and exact in a double far beyond what can be allocated.
  double wanted() const { return wanted_; }

 private:
  Real* start_;
  double wanted_ = 0;
};

template <class Real>
void take_block(Arena<Real>& arena, const Config& config, std::size_t batch, std::size_t length, bool keep,
                Rows<Real> input, BlockActivations<Real>& block) {
  const std::size_t n = batch * length, width = config.n_embd;
  block.input = input;
  block.normed_1 = arena.rows(n, width);
  block.fused = config.fused_qkv ? arena.rows(n, 3 * width) : Rows<Real>();
  block.qkv = arena.rows(n, config.query_width() + 2 * config.kv_width());
  block.context = arena.rows(n, config.query_width());
  block.middle = keep ? arena.rows(n, width) : input;
  block.normed_2 = keep ? arena.rows(n, width) : block.normed_1;
  block.gate = config.family() == Family::llama ? arena.rows(n, config.n_inner) : Rows<Real>();
  block.hidden = arena.rows(n, config.n_inner);
  block.activated = keep ? arena.rows(n, config.n_inner) : block.hidden;
  block.output = keep ? arena.rows(n, width) : input;
  for (auto* statistics : {&block.mean_1, &block.rstd_1, &block.mean_2, &block.rstd_2})
    *statistics = arena.take(double(n));
  block.weights = arena.take(keep ? double(batch) * double(config.n_head) * double(length) * double(length) : 0);
}

template <class Real>
double lay_out(Activations<Real>& activations, Real* start, const Config& config, std::size_t batch, std::size_t length,
               bool keep) {
  Arena<Real> arena(start);
  const std::size_t n = batch * length;
  Rows<Real> stream = arena.rows(n, config.n_embd);
  activations.blocks.resize(config.n_layer);
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    auto& block = activations.blocks[layer];
    if (keep || layer == 0)
      take_block(arena, config, batch, length, keep, stream, block);
    else
      block = activations.blocks.front();
    stream = block.output;
  }
  activations.normed_f = arena.rows(n, config.n_embd);
  activations.mean_f = arena.take(double(n));
  activations.rstd_f = arena.take(double(n));
  return arena.wanted();
}

}  // namespace

template <class Real>
void Activations<Real>::arrange(const Config& config, std::size_t batch, std::size_t length, bool keep) {
  const double wanted = lay_out<Real>(*this, nullptr, config, batch, length, keep);
  with_memory(wanted * double(sizeof(Real)), [&] {
    if (memory_.size() < std::size_t(wanted)) memory_.resize(std::size_t(wanted));
  });
  lay_out<Real>(*this, memory_.data(), config, batch, length, keep);
}

template class Activations<float>;
template class Activations<double>;

}  // namespace whereabouts
