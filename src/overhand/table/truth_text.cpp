#include "overhand/table/truth_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace overhand {
namespace {

struct Spelling {
  std::string_view yes;
  std::string_view no;
};

constexpr std::array<Spelling, 3> spellings{
    {{"true", "false"}, {"True", "False"}, {"TRUE", "FALSE"}}};

}  // namespace

std::optional<std::int64_t> truth_in(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  if (small == "true") return 1;
  return small == "false" ? std::optional<std::int64_t>(0) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> truths_of(const std::vector<std::string_view>& cells) {
  const auto are_all = [&](const Spelling& spelling) {
    return std::ranges::all_of(
        cells, [&](std::string_view cell) { return cell == spelling.yes || cell == spelling.no; });
  };
  if (cells.empty() || std::ranges::none_of(spellings, are_all)) return std::nullopt;
  std::vector<std::int64_t> truths;
  for (const std::string_view cell : cells) truths.push_back(*truth_in(cell));
  return truths;
}

}  // namespace overhand
