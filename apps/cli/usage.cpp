#include "usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "overhand/core/text.h"

namespace overhand::cli {
namespace {

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

// The command that was asked for, or null: the program itself.
const CLI::App* asked(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

std::string with_help(const std::string& sentence, const CLI::App& app) {
  const CLI::App* command = asked(app);
  const std::string name = command == nullptr ? "" : command->get_name() + " ";
  const bool is_ended = sentence.ends_with('?') || sentence.ends_with('.');
  return fmt::format("{}{} See overhand {}--help.", sentence, is_ended ? "" : ".", name);
}

std::string about_option(const CLI::App& app, const std::string& word) {
  const std::string flag = word.substr(0, word.find('='));
  const CLI::App* command = asked(app);
  auto flags = command == nullptr ? std::vector<std::string>() : flags_of(*command);
  for (const std::string& shared : flags_of(app)) flags.push_back(shared);
  const auto meant = most_like(flag, flags);
  if (!meant) return fmt::format("{}: there is no such option", flag);
  return fmt::format("{}: there is no such option; did you mean {}?", flag, *meant);
}

std::string about_word_too_many(const CLI::App& app, const std::vector<std::string>& words) {
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  if (option != words.end()) return about_option(app, *option);
  const CLI::App* command = asked(app);
  const bool takes_lists = command != nullptr && command->get_option_no_throw("--drop") != nullptr;
  return fmt::format("'{}' is one word too many{}", words.front(),
                     takes_lists ? "; a list of columns is one word: a,b or \"a, b\"" : "");
}

std::string about_values(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string flag = text.substr(0, text.find(':'));
  const bool is_repeated = text.find("At Most") != std::string::npos;
  return flag + (is_repeated ? ": it may be given once only" : ": its value is missing");
}

}  // namespace

std::optional<std::string> problem_with_command(const CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  auto word = words.begin();
  while (word != words.end() && word->starts_with('-')) {
    const bool takes_next = *word == "--threads" && word + 1 != words.end();
    word += takes_next ? 2 : 1;
  }
  if (word == words.end()) return std::nullopt;
  const auto names = names_of_commands(app);
  if (std::ranges::find(names, *word) != names.end()) return std::nullopt;
  const auto meant = most_like(*word, names);
  const std::string rest = meant ? fmt::format("did you mean {}?", *meant)
                                 : fmt::format("the commands are {}", fmt::join(names, ", "));
  return with_help(fmt::format("There is no command '{}'; {}", *word, rest), app);
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  // A slip in an option's name leaves another option without its value: tell of the slip.
  if (const auto left = app.remaining(true); !left.empty()) {
    return with_help(about_word_too_many(app, left), app);
  }
  if (asked(app) == nullptr) {
    return with_help(
        fmt::format("A command is missing: {}", fmt::join(names_of_commands(app), ", ")), app);
  }
  if (error.get_name() == "ArgumentMismatch") return with_help(about_values(error), app);
  return with_help(error.what(), app);
}

}  // namespace overhand::cli
