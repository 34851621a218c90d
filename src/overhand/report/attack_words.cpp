#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>

#include "overhand/report/attack_words_internal.h"

namespace overhand::report {
namespace {

using release::Held;

std::string capitalized(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(words[0]));
  return words;
}

std::string counted_words(const Held& held) {
  return fmt::format("{:.3f}, ceiling {:.3f}", held.measured, held.ceiling);
}

std::string attack_sentence(const Held& held) {
  if (!held.rates) {
    return fmt::format("{}: **{}**.", capitalized(held.meaning), counted_words(held));
  }
  return fmt::format(
      "{}: right about **{:.0f}** of 100 who are in the table and {:.0f} of 100 who are not "
      "(counted as {}).",
      capitalized(held.meaning), 100 * held.rates->target, 100 * held.rates->control,
      counted_words(held));
}

// How much of its ceiling it takes.
double part_of_ceiling(const Held& held) { return release::worst_ratio({held}); }

}  // namespace

std::vector<std::string> attack_sentences(const std::vector<Held>& held) {
  constexpr std::size_t most = 3;
  std::vector<Held> told = held;
  std::ranges::stable_sort(told, std::greater<>(), part_of_ceiling);
  const auto beyond = static_cast<std::size_t>(
      std::ranges::count_if(held, [](const Held& one) { return !one.is_kept(); }));
  told.resize(std::min(told.size(), std::clamp(beyond, std::size_t{1}, most)));
  std::vector<std::string> sentences;
  std::ranges::transform(told, std::back_inserter(sentences), attack_sentence);
  return sentences;
}

std::string headline_beyond(const std::vector<Held>& held) {
  const auto beyond = std::ranges::count_if(held, [](const Held& one) { return !one.is_kept(); });
  return fmt::format("Not under every ceiling: {} of {} figures of the attacks {} beyond.", beyond,
                     held.size(), beyond == 1 ? "is" : "are");
}

}  // namespace overhand::report
