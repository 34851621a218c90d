#include "release_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

// Where nothing is allowed there is no multiple of it.
std::string ratio_words(const std::vector<release::Held>& held) {
  const auto worst = std::ranges::find_if(
      held, [](const release::Held& one) { return one.ceiling == 0 && !one.is_kept(); });
  if (worst == held.end()) return fmt::format("{:.2g} times a ceiling", worst_ratio(held));
  return fmt::format("{}, where none are allowed", worst->meaning);
}

}  // namespace

std::string held_words(const release::Held& held) {
  std::string words = fmt::format("{:.3f}, of {:.3f} that is allowed", held.measured, held.ceiling);
  if (held.usual) words += fmt::format(", by the profile {:.3f}", *held.usual);
  if (!held.by.empty()) words += fmt::format(" ({})", held.by);
  return words;
}

std::string figure_words(const release::Figure& figure) {
  const bool is_count = figure.measured == std::floor(figure.measured);
  std::string words = fmt::format("{:.{}f}", figure.measured, is_count ? 0 : 3);
  if (!figure.by.empty()) words += fmt::format(" ({})", figure.by);
  if (!figure.columns.empty()) words += fmt::format(": {}", told(figure.columns));
  return words;
}

void print_attempts(const release::Gate& gate) {
  fmt::print("{} setting{} attacked, in the order of what analysts lose:\n", gate.attempts.size(),
             gate.attempts.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < gate.attempts.size(); ++i) {
    const release::Attempt& attempt = gate.attempts[i];
    const bool is_passed = gate.passed == i;
    fmt::print("  {:<32} loss {:.3f}  {}\n", printable(attempt.setting), attempt.loss,
               is_passed ? "under every ceiling" : ratio_words(attempt.held));
  }
}

void print_held(const release::Gated& gated) {
  fmt::print(
      "\nWhat the attacks learn from this very table ({}), beyond what they learn of "
      "strangers:\n",
      printable(gated.released.decision.setting));
  for (const release::Held& one : gated.held) {
    fmt::print("  {:<66} {}\n", one.meaning, held_words(one));
  }
  fmt::print("Told besides, without a ceiling:\n");
  for (const release::Figure& figure : gated.figures) {
    fmt::print("  {:<66} {}\n", figure.meaning, printable(figure_words(figure)));
  }
  fmt::print("\n");
}

}  // namespace overhand::cli
