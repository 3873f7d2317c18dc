#include "program/checkpoint_commands.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <limits>
#include <stdexcept>

#include "error.hpp"
#include "model/generator.hpp"
#include "model/perplexity.hpp"
#include "program/inspect.hpp"
#include "program/model_file.hpp"
#include "program/model_folder.hpp"
#include "program/progress.hpp"
#include "program/row_order.hpp"
#include "program/text_file.hpp"

namespace whereabouts {
namespace {

/// Where none is given: what a position costs grows with the window.
constexpr std::size_t widest_window = 1024;

struct PerplexityArguments {
  std::string model, tokenizer, text, tokens;
  std::size_t window = 0, stride = 0, windows = 0;  // 0: the model's positions, at most 1,024; the window; all
  std::vector<std::string> zero, shuffle, shift;
  std::uint64_t seed = 1;  // as on the page
};

/// The tokenizer that a command names, or the model's own.
template <class Arguments>
AnyTokenizer tokenizer_for(const Arguments& arguments, const Transformer<float>& model) {
  if (arguments.tokenizer.empty() && !std::filesystem::is_directory(arguments.model))
    throw std::runtime_error("--tokenizer is needed: " + arguments.model +
                             " is a file of llama2.c, which holds no tokenizer; name its tokenizer.bin");
  return load_tokenizer_from(arguments.tokenizer.empty() ? arguments.model : arguments.tokenizer,
                             model.config().model_type);
}

std::vector<std::int32_t> tokens_of(const PerplexityArguments& arguments, const Transformer<float>& model) {
  if (arguments.tokens.empty()) {
    AnyTokenizer tokenizer = tokenizer_for(arguments, model);
    return encode(tokenizer, read_text(arguments.text));
  }
  const Json list = read_json(arguments.tokens);
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  const bool ids = list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& id) {
                     return id.is_number_unsigned() && id.get<std::uint64_t>() <= std::uint64_t(most);
                   });
  if (!ids) throw std::runtime_error(arguments.tokens + " is no JSON array of token ids, whole numbers from 0 on");
  return list.get<std::vector<std::int32_t>>();
}

/// A parameter by its name or, as it is called in papers, without ".weight".
std::size_t parameter_named(const Parameters<float>& parameters, const std::string& name) {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == name + ".weight") return i;
  return parameters.index_of(name);
}

/// `change` takes the values and how long a row is.
template <class Change>
void change_parameters(Transformer<float>& model, const std::vector<std::string>& names, Change change) {
  auto& parameters = model.parameters();
  for (const std::string& name : names) {
    const auto& parameter = parameters[parameter_named(parameters, name)];
    std::vector<float> values = parameters.read(parameter.name);
    change(values, parameter.columns());
    parameters.write(parameter.name, std::span<const float>(values));
  }
}

/// Gives each of the first rows the one that `order` names for it.
void reorder(std::vector<float>& values, std::size_t columns, const std::vector<std::size_t>& order) {
  const std::vector<float> before = values;
  for (std::size_t row = 0; row < order.size(); ++row)
    std::copy_n(before.begin() + std::ptrdiff_t(order[row] * columns), columns,
                values.begin() + std::ptrdiff_t(row * columns));
}

/// As the lesson's page does it: of the rows that a window reads, the others stay.
void apply(const PerplexityArguments& arguments, std::size_t window, Transformer<float>& model) {
  change_parameters(model, arguments.zero,
                    [](auto& values, std::size_t) { std::fill(values.begin(), values.end(), 0.0f); });
  change_parameters(model, arguments.shuffle, [&](auto& values, std::size_t columns) {
    reorder(values, columns, shuffled_rows(std::min(window, values.size() / columns), arguments.seed));
  });
  change_parameters(model, arguments.shift, [&](auto& values, std::size_t columns) {
    reorder(values, columns, rolled_rows(std::min(window, values.size() / columns)));
  });
}

/// How many positions the model has, where its encoding is a table of them; no other encoding has an end.
std::optional<std::size_t> rows_of_table(const Transformer<float>& model) {
  if (!std::holds_alternative<Learned>(model.encoding())) return std::nullopt;
  return model.config().n_positions;
}

/// Weights are refused where they are not finite themselves.
void require_finite_loss(double loss, std::size_t windows) {
  if (!std::isfinite(loss))
    throw std::runtime_error("not_finite: the loss is no finite number in window " + std::to_string(windows) +
                             "; with weights as large as these, numbers overflow on the way");
}

void perplexity(const PerplexityArguments& arguments) {
  const auto model = model_without_weights(arguments.model);
  for (const auto* names : {&arguments.zero, &arguments.shuffle, &arguments.shift})
    for (const std::string& name : *names) parameter_named(model->parameters(), name);
  const std::size_t window = arguments.window ? arguments.window : std::min(model->config().n_positions, widest_window);
  if (const auto rows = rows_of_table(*model)) {
    if (*rows < 2)
      throw std::runtime_error("a window holds two tokens or more, and the model's table one position only");
    require_range("--window", double(window), 2, double(*rows));
  }
  std::vector<std::int32_t> tokens = tokens_of(arguments, *model);
  const std::size_t stride = arguments.stride ? arguments.stride : window;
  if (arguments.windows) tokens.resize(std::min(tokens.size(), window + (arguments.windows - 1) * stride));
  // What it refuses is told before the weights are read.
  Perplexity<float> work(*model, tokens, window, stride);
  read_weights(*model, arguments.model);
  apply(arguments, window, *model);
  Progress progress("windows", work.windows());
  std::size_t shown = 0;
  while (!work.done()) {
    work.step();
    if (work.windows_done() == shown) continue;
    shown = work.windows_done();
    const PerplexityResult so_far = work.result();
    require_finite_loss(so_far.loss, shown);
    char beside[64];
    std::snprintf(beside, sizeof beside, "perplexity %.2f", so_far.perplexity);
    progress.show(shown, beside);
  }
  progress.end();
  const PerplexityResult result = work.result();
  std::printf("perplexity %.10g\nloss %.10g\nstandard_error %.10g\ncounted %zu\ntokens %zu\nwindows %zu\n",
              result.perplexity, result.loss, result.standard_error, result.count, tokens.size(), work.windows());
}

struct GenerateArguments {
  std::string model, tokenizer, prompt;
  std::size_t max_new_tokens = 50, top_k = 0;
  double temperature = 1;
  std::uint64_t seed = 0;
};

void generate(const GenerateArguments& arguments) {
  require_utf8("--prompt", arguments.prompt);
  const auto model = model_without_weights(arguments.model);
  AnyTokenizer tokenizer = tokenizer_for(arguments, *model);
  std::vector<std::int32_t> text = encode(tokenizer, arguments.prompt);
  // llama2.c's models were only ever shown texts that begin so.
  if (std::holds_alternative<Llama2cTokenizer>(tokenizer)) text.insert(text.begin(), Llama2cTokenizer::begin_token);
  SamplerOptions sampler{.temperature = arguments.temperature, .seed = arguments.seed};
  if (arguments.top_k) sampler.top_k = arguments.top_k;
  if (const auto rows = rows_of_table(*model); rows && arguments.max_new_tokens) {
    require_range("tokens of --prompt", double(text.size()), 1, double(*rows));
    // The last new one is drawn and never run.
    require_range("--max-new-tokens", double(arguments.max_new_tokens), 0, double(*rows + 1 - text.size()));
  }
  // What it refuses is told before the weights are read.
  Generator<float> generator(*model, text, arguments.max_new_tokens, sampler);
  read_weights(*model, arguments.model);
  std::size_t shown = 0;
  const auto show = [&] {
    const std::string bytes = decode(tokenizer, text);
    std::fwrite(bytes.data() + shown, 1, bytes.size() - shown, stdout);
    std::fflush(stdout);
    shown = bytes.size();
  };
  show();
  while (!generator.done())
    if (const auto token = generator.step()) {
      text.push_back(*token);
      show();
    }
  std::fputs("\n", stdout);
}

constexpr const char* model_help =
    "folder with config.json, model.safetensors (or its index and shards) and the tokenizer's files; or a .bin file of "
    "llama2.c";
constexpr const char* text_help =
    "the text, in UTF-8; no begin token is put in front of it: write one there to have one, <|begin_of_text|> for example";
constexpr const char* tokenizer_help = "another folder with the tokenizer's files; or tokenizer.bin of llama2.c";

void add_perplexity(CLI::App& app) {
  const auto arguments = std::make_shared<PerplexityArguments>();
  CLI::App* command =
      app.add_subcommand("perplexity", "how well a checkpoint predicts a text, in windows that slide over it");
  command->add_option("--model", arguments->model, model_help)->required()->check(CLI::ExistingPath);
  command->add_option("--tokenizer", arguments->tokenizer, tokenizer_help)->check(CLI::ExistingPath);
  auto* text = command->add_option("--text", arguments->text, text_help)->check(CLI::ExistingFile);
  auto* tokens =
      command->add_option("--tokens", arguments->tokens, "token ids instead, a JSON array")->check(CLI::ExistingFile);
  text->excludes(tokens);
  command
      ->add_option("--window", arguments->window,
                   "tokens in a window; as many as the model has positions, at most 1024, where not given")
      ->check(CLI::Range(2, 1 << 24));
  command->add_option("--stride", arguments->stride, "tokens from one window to the next; the window where not given")
      ->check(CLI::Range(1, 1 << 24));
  command->add_option("--windows", arguments->windows, "only so many, from the text's start")
      ->check(CLI::Range(1, 1 << 24));
  command->add_option("--zero", arguments->zero, "set a parameter to zeros first, wpe for example");
  command->add_option("--shuffle", arguments->shuffle, "bring the rows that a window reads into another order first");
  command->add_option("--shift", arguments->shift, "move these rows one further first, the last one to the front");
  command->add_option("--seed", arguments->seed, "of the other order")->capture_default_str();
  command->callback([arguments] {
    if (arguments->text.empty() && arguments->tokens.empty()) throw CLI::RequiredError("--text or --tokens");
    perplexity(*arguments);
  });
}

void add_generate(CLI::App& app) {
  const auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand("generate", "continue a text with a checkpoint");
  command->add_option("--model", arguments->model, model_help)->required()->check(CLI::ExistingPath);
  command->add_option("--tokenizer", arguments->tokenizer, tokenizer_help)->check(CLI::ExistingPath);
  command->add_option("--prompt", arguments->prompt, "the text to continue, in UTF-8")->required();
  command->add_option("--max-new-tokens", arguments->max_new_tokens, "how many")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000000));
  command->add_option("--temperature", arguments->temperature, "0: always the likeliest")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e6));
  command->add_option("--top-k", arguments->top_k, "draw from so many; from all where not given")
      ->check(CLI::Range(1, 1 << 24));
  command->add_option("--seed", arguments->seed, "of the draws")->capture_default_str();
  command->callback([arguments] { generate(*arguments); });
}

struct TokensArguments {
  std::string tokenizer, text;
};

void add_tokens(CLI::App& app) {
  const auto arguments = std::make_shared<TokensArguments>();
  CLI::App* command = app.add_subcommand("tokens", "the token ids of a text, as perplexity --tokens reads them");
  command
      ->add_option("--tokenizer", arguments->tokenizer,
                   "folder with the tokenizer's files; or tokenizer.bin of llama2.c")
      ->required()
      ->check(CLI::ExistingPath);
  command->add_option("--text", arguments->text, text_help)->required()->check(CLI::ExistingFile);
  command->callback([arguments] {
    AnyTokenizer tokenizer = load_tokenizer_from(arguments->tokenizer);
    std::cout << Json(encode(tokenizer, read_text(arguments->text))) << '\n';
  });
}

void add_inspect(CLI::App& app) {
  const auto path = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("inspect", "what a checkpoint's file holds");
  command->add_option("file", *path, "safetensors, model.safetensors.index.json or llama2.c's .bin")
      ->required()
      ->check(CLI::ExistingFile);
  command->callback([path] { inspect_file(*path, std::cout); });
}

}  // namespace

void add_checkpoint_commands(CLI::App& app) {
  add_perplexity(app);
  add_generate(app);
  add_tokens(app);
  add_inspect(app);
}

}  // namespace whereabouts
