// What a session holds between calls, by handle. A handle is never given out twice, so that one that was disposed of stays
// invalid for good.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "exercises/exercises.hpp"
#include "exercises/seeded_model.hpp"
#include "model/generator.hpp"
#include "model/perplexity.hpp"
#include "model/transformer.hpp"

namespace whereabouts {

using Handle = unsigned;

using HeldModel = std::unique_ptr<Transformer<float>>;

/// Work that is done slice by slice.
struct Job {
  Handle model;
  std::variant<std::unique_ptr<Generator<float>>, std::unique_ptr<Perplexity<float>>> work;
};

struct SessionState {
  exercises::SeededModel seeded_model;
  exercises::Exercises exercises{seeded_model};
  std::map<Handle, HeldModel> models;
  std::map<Handle, Job> jobs;                    // none outlives its model
  std::map<Handle, std::vector<std::byte>> files;  // arriving in pieces
  Handle next_handle = 1;

  std::size_t live_handles() const { return models.size() + jobs.size() + files.size(); }
};

}  // namespace whereabouts
