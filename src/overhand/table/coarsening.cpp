#include "overhand/table/coarsening.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "overhand/table/column_words.h"
#include "overhand/table/type.h"

namespace overhand {
namespace {

constexpr std::array<std::string_view, 3> period_names = {"month", "quarter", "year"};

std::string step_words(const Coarsening::Step& step) {
  return std::visit(
      Matching{
          [](const std::monostate&) { return std::string(); },
          [](const coarse::Bands& bands) { return fmt::format("bands of {}", bands.width); },
          [](const coarse::Cuts& cuts) {
            return fmt::format("cut at {}", fmt::join(cuts.at, ", "));
          },
          [](const coarse::Prefix& prefix) {
            return prefix.letters == 1 ? std::string("its first character")
                                       : fmt::format("its first {} characters", prefix.letters);
          },
          [](const coarse::Calendar& calendar) { return "to the " + name_of(calendar.to); },
          [](const coarse::Hierarchy& hierarchy) {
            return fmt::format("level {} of {}", hierarchy.level, told(hierarchy.file));
          },
      },
      step);
}

}  // namespace

std::string name_of(Period period) {
  return std::string(period_names.at(static_cast<std::size_t>(period)));
}

std::optional<Period> period_named(std::string_view name) {
  const auto found = std::ranges::find(period_names, name);
  if (found == period_names.end()) return std::nullopt;
  return static_cast<Period>(found - period_names.begin());
}

bool is_said(const Coarsening& coarsening) { return coarsening != Coarsening{}; }

std::string words_for(const Coarsening& coarsening) {
  std::vector<std::string> parts;
  if (auto step = step_words(coarsening.step); !step.empty()) parts.push_back(std::move(step));
  if (coarsening.bottom) parts.push_back(fmt::format("bottom {}", *coarsening.bottom));
  if (coarsening.top) parts.push_back(fmt::format("top {}", *coarsening.top));
  if (coarsening.merge_below) {
    parts.push_back(fmt::format("levels of fewer than {} records merged", *coarsening.merge_below));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace overhand
