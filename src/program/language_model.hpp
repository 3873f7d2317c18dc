// The language models of the lessons: one character after the other, 3 layers, width 64, 4 heads, context 64; trained
// on 1000 batches of 16 windows, rate 5e-3, warm-up over the first tenth, then a cosine down to a tenth of the rate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/trainer.hpp"
#include "tasks/task.hpp"

namespace whereabouts {

/// The encodings that one model each is trained with, in the order of tables.
const std::vector<std::string>& language_model_encodings();

struct LanguageModelSetup {
  std::string encoding;
  std::string text;        // UTF-8
  std::string characters;  // those of the text where it is empty
  std::uint64_t seed = 0;
  std::size_t steps = 1000;
};

inline constexpr std::size_t trained_context = 64;  // characters in a window of training
inline constexpr std::size_t tested_context = 512;  // and in one of evaluation
inline constexpr std::size_t training_batch = 16;

/// Called after every step.
using Watch = std::function<void(const StepResult&)>;

/// A config for `vocab_size` characters. A learned table has rows for the tested context too: those past the trained
/// one stay as they were drawn.
Json language_model_config(std::string_view encoding, std::size_t vocab_size);

/// The task of a text with windows of `length` characters.
std::unique_ptr<Task> text_task_of(const LanguageModelSetup& setup, std::size_t length);

/// A new model, not trained.
std::unique_ptr<Transformer<float>> new_language_model(const LanguageModelSetup& setup);

/// Trains a new model.
std::unique_ptr<Transformer<float>> train_language_model(const LanguageModelSetup& setup, const Watch& watch);

/// Trains `model` on: `steps` batches of 4 windows of 256 characters, rate 1e-3, under the encoding that it has.
void fine_tune(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t steps, const Watch& watch);

/// On `windows` windows of `length` characters of the text's held-out part, always the same.
Evaluation evaluate_text(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t length,
                         std::size_t windows);

/// Mean loss in nats by ranges of positions, as tables give it: "0-63" (all of the trained context), "32-63", "64-95",
/// "96-127", "128-191", "192-255", "384-511". The windows are tested_context long.
using LossByRange = std::map<std::string, double>;

struct PositionRange {
  const char* name;
  std::size_t first, last;  // both included
};
inline constexpr std::array<PositionRange, 7> position_ranges = {{{"0-63", 0, 63},
                                                                  {"32-63", 32, 63},
                                                                  {"64-95", 64, 95},
                                                                  {"96-127", 96, 127},
                                                                  {"128-191", 128, 191},
                                                                  {"192-255", 192, 255},
                                                                  {"384-511", 384, 511}}};

LossByRange loss_by_range(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t windows);

}  // namespace whereabouts
