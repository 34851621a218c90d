#include "overhand/inspection/undecided.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/inspection/proposal_internal.h"
#include "overhand/inspection/settled_internal.h"
#include "overhand/table/column_list.h"
#include "overhand/table/column_words.h"

namespace overhand::inspection {
namespace {

bool is_named(const Table& table, const ColumnChoice& choice, const Column& column) {
  const ColumnPlan* plan = plan_of(choice.plans, column.name);
  if (plan != nullptr && plan->role == Treatment::mask) return true;
  const auto named = names_meant(choice.mask, column_names(table));
  return std::ranges::find(named, column.name) != named.end();
}

// The names of undecided columns to mask that are so.
template <class Is>
std::vector<std::string> undecided(const Table& table, const ColumnChoice& choice, const Is& is) {
  std::vector<char> are(table.column_count(), 0);
  parallel_for_each_index(are.size(), [&](std::size_t j) {
    const Column& column = table.columns()[j];
    if (column.role != Role::mask || is_named(table, choice, column)) return;
    are[j] = static_cast<char>(is(settled_numbers(column), name_words(column)));
  });
  std::vector<std::string> names;
  for (std::size_t j = 0; j < are.size(); ++j) {
    if (are[j] != 0) names.push_back(table.columns()[j].name);
  }
  return names;
}

Error problem_with_kept_names(const std::vector<std::string>& names) {
  const bool is_one = names.size() == 1;
  return Error{ErrorKind::invalid_option,
               fmt::format("{} {} to be kept and {} persons or where they can be reached.",
                           is_one ? at_start(names.front()) : "The columns " + told(names),
                           is_one ? "is" : "are", is_one ? "names" : "name"),
               {.column = names.front()},
               {{Action::drop, names}, {Action::keep_identifiers, names}}};
}

}  // namespace

std::vector<std::string> names_of_persons(const Table& table, Role role) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    const auto* texts = std::get_if<Texts>(&column.values);
    if (column.role != role || texts == nullptr) continue;
    if (names_persons(*texts, name_words(column))) names.push_back(column.name);
  }
  return names;
}

Identifiers identifiers_in(const Table& table, const ColumnChoice& choice) {
  Identifiers found;
  if (!choice.keep_identifiers) found.kept = names_of_persons(table, Role::keep);
  if (!found.kept.empty()) return found;
  found.masked = undecided(table, choice, [](const Column& column, const NameWords& name) {
    return !identity_of(column, name).empty();
  });
  return found;
}

std::optional<Error> problem_with_identifiers(const Table& table, const ColumnChoice& choice) {
  return problem_with(identifiers_in(table, choice), choice);
}

std::optional<Error> problem_with(const Identifiers& identifiers, const ColumnChoice& choice) {
  if (!identifiers.kept.empty()) return problem_with_kept_names(identifiers.kept);
  const std::vector<std::string>& names = identifiers.masked;
  if (names.empty()) return std::nullopt;
  const bool is_one = names.size() == 1;
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(told(name));
  std::vector<Remedy> remedies = {{Action::say_role, names}};
  if (choice.plans.empty()) {
    remedies = {{Action::drop, names}, {Action::mask, names}, {Action::plan, names}};
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("Column{} '{}' {}, which {} no amount{} to mask.", is_one ? "" : "s",
                           fmt::join(shown, "', '"),
                           is_one ? "looks like an identifier" : "look like identifiers",
                           is_one ? "is" : "are", is_one ? "" : "s"),
               {.column = names.front()},
               std::move(remedies)};
}

std::vector<std::string> codes_masked_as_amounts(const Table& table, const ColumnChoice& choice) {
  auto names = undecided(table, choice, looks_like_code);
  std::erase_if(names, [&](const std::string& name) {
    const ColumnPlan* plan = plan_of(choice.plans, name);
    return plan != nullptr && plan->type;
  });
  return names;
}

}  // namespace overhand::inspection
