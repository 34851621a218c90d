#include "release_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands/release.h"
#include "overhand/core/text.h"

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
    fmt::print("  {:<66} {}\n", one.meaning, commands::held_words(one));
  }
  fmt::print("Told besides, without a ceiling:\n");
  for (const release::Figure& figure : gated.figures) {
    fmt::print("  {:<66} {}\n", figure.meaning, printable(commands::figure_words(figure)));
  }
  fmt::print("\n");
}

}  // namespace overhand::cli
