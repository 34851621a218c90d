// A command line that cannot be understood, in one sentence on what was meant.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace overhand::cli {

// The sentence on the first word that should be a command and is none; before the line is parsed,
// because CLI11 would answer `nonsense --help` with help.
std::optional<std::string> problem_with_command(const CLI::App& app, int argc, char** argv);

// The sentence on what CLI11 refused.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace overhand::cli
