#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/report/attack_words_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::report {
namespace {

using release::Figure;
using release::Gated;
using release::Held;

template <class Named>
const Named* named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  return found == all.end() ? nullptr : &*found;
}

// Of a hundred, never rounded down: at most so many.
std::string of_hundred(double share) {
  return fmt::format("{:.0f}", std::max(0.0, std::ceil(100 * share - 1e-9)));
}

std::string with_ceiling(const Held& held) {
  return fmt::format("**{}** (ceiling {:.3g})", of_hundred(held.measured), 100 * held.ceiling);
}

std::string guess_sentence(const Gated& gated) {
  const Held* three = named(gated.held, "inference_3");
  const Held* five = named(gated.held, "inference_5");
  const Held* alone = named(gated.held, "isolated_3");
  const Held* alone_five = named(gated.held, "isolated_5");
  if (three == nullptr || five == nullptr || alone == nullptr || alone_five == nullptr) return "";
  const Figure* two = named(gated.figures, "inference_2");
  const std::size_t columns = gated.released.masked.table.column_count();
  return fmt::format(
      "Of 100 guesses about somebody, right because that record is in the table: at most {} where "
      "3 facts are known, {} where 5 are{}; of those least like others about {} and {}.{}",
      with_ceiling(*three), with_ceiling(*five),
      two == nullptr ? "" : fmt::format(", {} where 2 are", of_hundred(two->measured)),
      with_ceiling(*alone), with_ceiling(*alone_five),
      columns > 5 ? "" : fmt::format(" Of {} columns at most {} are known.", columns, columns - 1));
}

std::string link_sentence(const Gated& gated) {
  const Held* linked = named(gated.held, "linkability");
  if (linked == nullptr) return "";
  return fmt::format(
      "Of 100 records of which two other tables hold a part each, joined by this one: at most {}.",
      with_ceiling(*linked));
}

std::string member_sentence(const Gated& gated) {
  const Held* member = named(gated.held, "membership");
  const Held* look_up = named(gated.held, "look_up");
  if (member == nullptr || look_up == nullptr) return "";
  return fmt::format(
      "Of 100 members whose whole record is known, told to be in when one stranger in 100 is too: "
      "{} by the {}, {} by exact values.",
      with_ceiling(*member), member->by, with_ceiling(*look_up));
}

std::string single_sentence(const Gated& gated) {
  const Figure* single = named(gated.figures, "singling_out");
  if (single == nullptr) return "";
  return fmt::format(
      "Of 100 sets of two or three values that one released record alone has, one original's alone "
      "because of the release: at most {}.",
      of_hundred(single->measured));
}

std::string exact_sentence(const Gated& gated) {
  const Held* certain = named(gated.held, "certain_cells");
  const Figure* equal = named(gated.figures, "equal_values");
  const Figure* extremes = named(gated.figures, "true_extremes");
  if (certain == nullptr || equal == nullptr || extremes == nullptr) return "";
  return fmt::format(
      "Of 100 masked numbers and dates, {} are the value of some original; {} value{} of one or "
      "two records "
      "stay{} with {} in every masking{}.",
      of_hundred(equal->measured), certain->measured == 0 ? "no" : "some",
      certain->measured == 0 ? "" : "s", certain->measured == 0 ? "s" : "",
      certain->measured == 0 ? "its owner" : "their owners",
      extremes->columns.empty()
          ? ", and no true extreme goes out"
          : fmt::format(", and true extremes go out of {}", told(extremes->columns)));
}

std::string dominance_sentence(const Gated& gated) {
  const Figure* dominated = named(gated.figures, "dominated_columns");
  const Figure* out = named(gated.figures, "dominating_values");
  if (dominated == nullptr || out == nullptr || dominated->columns.empty()) return "";
  return fmt::format(
      "One value is more than half of the total of {}: whoever knows whose it is computes it from "
      "the total{}.",
      told(dominated->columns),
      out->measured == 0 ? "" : ", and a value within 5 % of it goes out");
}

}  // namespace

std::vector<std::string> attack_sentences(const Gated& gated) {
  std::vector<std::string> sentences = {guess_sentence(gated),  link_sentence(gated),
                                        member_sentence(gated), single_sentence(gated),
                                        exact_sentence(gated),  dominance_sentence(gated)};
  std::erase(sentences, "");
  return sentences;
}

std::string beyond_ceilings(const Gated& gated) {
  std::vector<std::string> beyond;
  for (const Held& held : gated.held) {
    if (!held.is_kept()) beyond.push_back(held.meaning);
  }
  return fmt::format("{}", fmt::join(beyond, "; "));
}

}  // namespace overhand::report
