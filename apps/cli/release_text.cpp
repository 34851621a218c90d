#include "release_text.h"

#include <fmt/format.h>

#include "commands/release.h"
#include "overhand/core/text.h"

namespace overhand::cli {

void print_attempts(const release::Gate& gate) {
  fmt::print("{} setting{} attacked, in the order of what analysts lose:\n", gate.attempts.size(),
             gate.attempts.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < gate.attempts.size(); ++i) {
    const release::Attempt& attempt = gate.attempts[i];
    const bool is_passed = gate.passed == i;
    fmt::print("  {:<32} loss {:.3f}  {}\n", printable(attempt.setting), attempt.loss,
               is_passed ? "under every ceiling"
                         : fmt::format("{:.2g} times a ceiling", worst_ratio(attempt.held)));
  }
}

void print_held(const std::vector<release::Held>& held, const std::string& setting) {
  fmt::print(
      "\nWhat the attacks learn from this very table ({}), beyond what they learn of "
      "strangers:\n",
      printable(setting));
  for (const release::Held& one : held) {
    fmt::print("  {:<66} {}\n", one.meaning, commands::held_words(one));
  }
  fmt::print("\n");
}

}  // namespace overhand::cli
