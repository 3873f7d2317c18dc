// The commands for real checkpoints: perplexity, generate, inspect.
#pragma once

#include <CLI/CLI.hpp>

namespace whereabouts {

/// Adds them to the program; each runs while the arguments are parsed.
void add_checkpoint_commands(CLI::App& app);

}  // namespace whereabouts
