// The command-line program: trains the lessons' models, repeats the experiments, evaluates a model on a text, runs real checkpoints.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "error.hpp"
#include "program/card.hpp"
#include "program/checkpoint_commands.hpp"
#include "program/model_file.hpp"
#include "program/model_folder.hpp"
#include "program/progress.hpp"
#include "program/report.hpp"

namespace whereabouts {
namespace {

struct TrainArguments {
  std::string text, out, title, source;
  std::vector<std::string> encodings;
  std::uint64_t seed = 1;
  std::size_t steps = 1000, windows = 256;
};

void train(const TrainArguments& arguments) {
  const std::string text = read_file(arguments.text);
  std::filesystem::create_directories(arguments.out);
  for (const std::string& encoding : arguments.encodings.empty() ? language_model_encodings() : arguments.encodings) {
    const LanguageModelSetup setup{encoding, text, "", arguments.seed, arguments.steps};
    Progress progress(encoding, arguments.steps);
    const auto model = train_language_model(setup, [&](const StepResult& step) {
      char loss[32];
      std::snprintf(loss, sizeof loss, "loss %.3f", step.loss);
      progress.show(step.step, loss);
    });
    progress.end();
    round_to_float16(*model);  // the card is about what is saved
    const std::filesystem::path file = std::filesystem::path(arguments.out) / encoding;
    save_model(*model, file.string() + ".safetensors");
    const TextSource source{
        arguments.title.empty() ? std::filesystem::path(arguments.text).filename().string() : arguments.title,
        arguments.source};
    const Json card = make_card(*model, setup, source, arguments.windows);
    write_file(file.string() + ".json", card.dump(2) + "\n");
    std::fprintf(stderr, "%s: loss %.4f, written to %s.safetensors and .json\n", encoding.c_str(),
                 card.at("loss").get<double>(), file.c_str());
  }
}

struct EvaluateArguments {
  std::string model, text;
  std::size_t windows = 256;
};

/// Prints the losses of a model with a card on a text's held-out part.
void evaluate(const EvaluateArguments& arguments) {
  const Json card = read_json(arguments.model + ".json");
  const auto model = load_model(card.at("config"), arguments.model + ".safetensors");
  LanguageModelSetup setup{card.at("encoding"), read_file(arguments.text), card.at("characters")};
  for (const auto& [range, loss] : loss_by_range(*model, setup, arguments.windows))
    std::printf("%-8s %.4f\n", range.c_str(), loss);
}

int run(int argc, char** argv) {
  CLI::App app("Whereabouts: position encodings, trained and measured");
  app.require_subcommand(1);

  TrainArguments training;
  CLI::App* train_command = app.add_subcommand("train", "train language models on a text, character by character");
  train_command->add_option("--text", training.text, "the text, in UTF-8")->required()->check(CLI::ExistingFile);
  train_command->add_option("--out", training.out, "folder for <encoding>.safetensors and <encoding>.json")
      ->required()
      ->take_last();  // build.sh names one before the caller may
  train_command->add_option("--encoding", training.encodings, "which ones; all six where not given")
      ->check(CLI::IsMember(language_model_encodings()));
  train_command->add_option("--seed", training.seed, "of weights and batches")->capture_default_str();
  train_command->add_option("--steps", training.steps, "training steps")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  train_command->add_option("--windows", training.windows, "windows that the card's losses are taken on")
      ->capture_default_str()
      ->check(CLI::Range(1, 65536));
  train_command->add_option("--title", training.title, "what the card calls the text; its file name where not given");
  train_command->add_option("--source", training.source, "where the card says that it comes from");

  EvaluateArguments evaluation;
  CLI::App* evaluate_command =
      app.add_subcommand("evaluate", "loss by position of a trained model on a text's held-out part");
  evaluate_command->add_option("model", evaluation.model, "path of its files without .safetensors and .json")
      ->required();
  evaluate_command->add_option("--text", evaluation.text, "the text, in UTF-8")->required()->check(CLI::ExistingFile);
  evaluate_command->add_option("--windows", evaluation.windows, "windows of 512 characters")
      ->capture_default_str()
      ->check(CLI::Range(1, 65536));

  ReportOptions reporting;
  std::string report_text;
  CLI::App* report_command =
      app.add_subcommand("experiments", "repeat the experiments and compare with the references");
  report_command->add_option("--only", reporting.only, "A1, A2, A3, A4, B, C or D; all where not given");
  report_command->add_option("--seeds", reporting.seeds, "how many")->capture_default_str()->check(CLI::Range(1, 100));
  report_command
      ->add_option("--text", report_text, "for D, the language models: tiny Shakespeare is what the references are for")
      ->check(CLI::ExistingFile);

  add_checkpoint_commands(app);
  CLI11_PARSE(app, argc, argv);
  if (*train_command) train(training);
  if (*evaluate_command) evaluate(evaluation);
  if (*report_command) {
    if (!report_text.empty()) reporting.text = read_file(report_text);
    const std::size_t differing = report(reporting, std::cout);
    std::fprintf(stderr, "%zu measures differ from their reference\n", differing);
  }
  return 0;
}

}  // namespace
}  // namespace whereabouts

int main(int argc, char** argv) {
  try {
    return whereabouts::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "whereabouts: %s\n", error.what());
    return 1;
  }
}
