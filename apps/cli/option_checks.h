// What an option's value may be. Each check refuses with a sentence, of which CLI11 adds the
// beginning, "--seed: ".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace overhand::cli {

// For Option::transform(): digits alone, so that 0x2, 1e3, -1, 010 and 2^64 are no numbers of
// someone's own.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
CLI::Validator seed_number();

// The same: 90s, 2m, 1h become seconds.
CLI::Validator duration();

// "500M", "2G" or "1.5T": bytes, by thousands.
CLI::Validator amount_of_bytes();

// For Option::check(): a number in [low, high], which nan is not.
CLI::Validator real_number(double low, double high);
CLI::Validator one_of(std::vector<std::string> words);

// An empty value is the slip of a script whose variable is not set. Refuses it for every option of
// every command that does not call take_empty().
void refuse_empty_values(CLI::App& app);
CLI::Option* take_empty(CLI::Option* option);

}  // namespace overhand::cli
