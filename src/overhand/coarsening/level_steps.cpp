#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "overhand/coarsening/steps_internal.h"
#include "overhand/core/text.h"
#include "overhand/table/column_words.h"

namespace overhand::coarsening {
namespace {

constexpr std::string_view merged_level = "other";

bool has_levels(const Type& type) {
  return std::holds_alternative<type::Category>(type) || std::holds_alternative<type::Text>(type) ||
         std::holds_alternative<type::Integer>(type) || std::holds_alternative<type::Boolean>(type);
}

std::optional<Error> problem_without_levels(const Column& column, const ColumnPlan& plan,
                                            const char* step) {
  if (has_levels(column.type)) return std::nullopt;
  return problem_with(plan, fmt::format("is {}, and {} is for levels and codes; give {} before it.",
                                        words_for(column.type), step,
                                        is_quantity(column.type) ? "bands or cuts" : "to"));
}

bool is_ordered(const Column& column) {
  const auto* category = std::get_if<type::Category>(&column.type);
  return category != nullptr && category->is_ordered;
}

// The levels that occur, in their order: that of an ordered category, or of numbers.
struct Levels {
  Texts texts;
  std::vector<Code> codes;
  bool are_ordered;
};

Levels levels_of(const Column& column) {
  const Texts texts = texts_of(column);
  auto codes = codes_in_order(texts);
  if (is_ordered(column)) std::ranges::sort(codes);
  const bool are_numbers = std::ranges::all_of(codes, [&](Code code) {
    return finite_number_of(texts.dictionary()[static_cast<std::size_t>(code)]).has_value();
  });
  return {texts, std::move(codes), is_ordered(column) || are_numbers};
}

std::string_view text_of(const Levels& levels, Code code) {
  return levels.texts.dictionary()[static_cast<std::size_t>(code)];
}

// Each level as its new one, which are numbered in the order of the old ones.
Texts renamed(const Levels& levels, const std::vector<std::string>& names) {
  DictionaryBuilder dictionary;
  std::vector<Code> by_code(levels.texts.dictionary().size(), missing_code);
  for (std::size_t i = 0; i < levels.codes.size(); ++i) {
    by_code[static_cast<std::size_t>(levels.codes[i])] = dictionary.code_of(names[i]);
  }
  std::vector<Code> codes(levels.texts.size());
  std::ranges::transform(levels.texts.codes(), codes.begin(), [&](Code code) {
    return is_missing(code) ? missing_code : by_code[static_cast<std::size_t>(code)];
  });
  return {std::move(codes), std::move(dictionary).finish()};
}

// Whether levels that became one stood side by side.
bool keep_order(const std::vector<std::string>& names) {
  std::set<std::string_view> left;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1]) continue;
    left.insert(names[i - 1]);
    if (left.contains(names[i])) return false;
  }
  return true;
}

std::string first_letters(std::string_view text, std::size_t letters) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool begins_letter = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (begins_letter && letters-- == 0) break;
  }
  return std::string(text.substr(0, end));
}

// Whether each level is rare; the rarest others join them until together they are not.
std::vector<bool> rare_levels(const Levels& levels, std::size_t fewest) {
  const auto counts = levels.texts.level_counts();
  const auto count_of = [&](std::size_t i) {
    return counts[static_cast<std::size_t>(levels.codes[i])];
  };
  std::vector<std::size_t> by_count(levels.codes.size());
  for (std::size_t i = 0; i < by_count.size(); ++i) by_count[i] = i;
  std::ranges::stable_sort(by_count, {}, count_of);
  std::vector<bool> is_rare(by_count.size(), false);
  std::size_t together = 0;
  for (const std::size_t i : by_count) {
    const bool is_enough = together == 0 || together >= fewest;
    if (count_of(i) >= fewest && is_enough) break;
    is_rare[i] = true;
    together += count_of(i);
  }
  return is_rare;
}

}  // namespace

Result<Column> with_prefixes(const Column& column, const ColumnPlan& plan, std::size_t letters) {
  if (auto problem = problem_without_levels(column, plan, "prefix")) return *std::move(problem);
  Levels levels = levels_of(column);
  levels.codes = codes_in_order(levels.texts);
  std::vector<std::string> names;
  for (const Code code : levels.codes) {
    names.push_back(first_letters(text_of(levels, code), letters));
  }
  const Texts shortened = renamed(levels, names);
  return as_category(column, recoded(shortened, levels_in_order(shortened)), false);
}

Result<Column> with_ancestors(const Column& column, const ColumnPlan& plan,
                              const coarse::Hierarchy& hierarchy) {
  if (auto problem = problem_without_levels(column, plan, "a hierarchy"))
    return *std::move(problem);
  const Levels levels = levels_of(column);
  std::vector<std::string> names;
  std::size_t unknown = 0;
  for (const Code code : levels.codes) {
    const auto found = hierarchy.ancestors->find(text_of(levels, code));
    if (found == hierarchy.ancestors->end())
      ++unknown;
    else
      names.push_back(found->second);
  }
  if (unknown > 0) {
    return problem_with(plan, fmt::format("has {} values, and {} of them {} not in {}; give each a "
                                          "line there.",
                                          levels.codes.size(), unknown, unknown == 1 ? "is" : "are",
                                          told(hierarchy.file)));
  }
  const bool stays_ordered = levels.are_ordered && keep_order(names);
  const Texts above = renamed(levels, names);
  if (stays_ordered) return as_category(column, above, true);
  return as_category(column, recoded(above, levels_in_order(above)), false);
}

Result<Column> with_rare_merged(const Column& column, const ColumnPlan& plan, std::size_t fewest) {
  if (auto problem = problem_without_levels(column, plan, "merge_below"))
    return *std::move(problem);
  const Levels levels = levels_of(column);
  const auto is_rare = rare_levels(levels, fewest);
  const bool is_any = std::ranges::find(is_rare, true) != is_rare.end();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < is_rare.size(); ++i) {
    names.emplace_back(is_rare[i] ? merged_level : text_of(levels, levels.codes[i]));
  }
  return as_category(column, renamed(levels, names), is_ordered(column) && !is_any);
}

}  // namespace overhand::coarsening
