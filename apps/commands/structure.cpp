#include "commands/structure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "overhand/core/stopping.h"
#include "overhand/keys/suppression.h"
#include "overhand/masking/rare_units.h"
#include "overhand/relations/derivation.h"
#include "overhand/relations/identities.h"
#include "overhand/relations/rules.h"
#include "overhand/statistics/weights.h"
#include "overhand/table/column_list.h"
#include "overhand/table/column_words.h"
#include "overhand/table/declared_missing.h"

namespace overhand::commands {
namespace {

using List = std::vector<std::string>;

// ", with 5.6 % of the weights": all that is measured is measured without them.
std::string weight_left_out(const Table& table, std::span<const Row> rows,
                            const Structure& structure) {
  if (structure.weight.empty()) return "";
  const auto weights = statistics::weights_in(table, structure.weight, "original");
  if (!weights) return "";
  double all = 0;
  double left = 0;
  for (const double weight : *weights) all += weight;
  for (const Row row : rows) left += (*weights)[row];
  return fmt::format(", with {:.2g} % of the weights", 100 * (all - left) / all);
}

// What it says, unless it cannot be computed beside those that are there.
std::optional<std::string> add_formula(const std::string& formula, const Table& table,
                                       Structure& structure) {
  List all = structure.derive;
  all.push_back(formula);
  const auto derivations = relations::derivations(all, table, structure.unit);
  if (!derivations) return std::nullopt;
  structure.derive = std::move(all);
  return words_of(*std::ranges::find(*derivations, relations::derived_name(formula),
                                     &relations::Derivation::column));
}

}  // namespace

Status check_measured(const Table& original, const Structure& structure, const Progress& progress) {
  return stoppable(progress, [&]() -> Status {
    const auto rules = relations::said_rules(structure.rules, original);
    if (!rules) return rules.error();
    if (structure.weight.empty()) return Done{};
    const auto weights = statistics::weights_in(original, structure.weight, "original");
    return weights ? Status(Done{}) : weights.error();
  });
}

Status check_bound(const Table& original, const Structure& structure, const Progress& progress,
                   bool takes_rare_units) {
  return stoppable(progress, [&]() -> Status {
    auto problem =
        takes_rare_units ? std::nullopt : masking::problem_with_units(original, structure);
    if (problem) return *std::move(problem);
    if (auto keys = keys::problem_with_keys(original, structure)) return *std::move(keys);
    const auto computed = relations::derivations(structure.derive, original, structure.unit);
    return computed ? Status(Done{}) : computed.error();
  });
}

Result<List> add_sums(const Table& table, Structure& structure, const Progress& progress) {
  return stoppable(progress, [&]() -> Result<List> {
    List added;
    const auto add = [&](const std::string& formula) {
      if (const auto words = add_formula(formula, table, structure)) added.push_back(*words);
    };
    std::ranges::for_each(relations::identities(table), add);
    if (structure.unit.empty()) return added;
    const auto to_mask = std::ranges::count(table.columns(), Role::mask, &Column::role);
    for (const std::string& formula : relations::unit_sums(table, structure.unit)) {
      // As of identities, so many at most that two columns to mask are left.
      if (std::ssize(structure.derive) + 2 < to_mask) add(formula);
    }
    return added;
  });
}

Error with_possible_remedies(Error error, const Structure& structure) {
  bool has_weight = false;
  for (Remedy& remedy : error.remedies) {
    if (remedy.action != Action::drop) continue;
    has_weight = std::erase(remedy.columns, structure.weight) > 0 || has_weight;
    for (const std::string& column : structure.within) std::erase(remedy.columns, column);
  }
  std::erase_if(error.remedies, [](const Remedy& remedy) {
    return remedy.action == Action::drop && remedy.columns.empty();
  });
  if (has_weight) error.remedies.push_back({Action::mask, {structure.weight}, "role"});
  return error;
}

Status drop_rare_units(io::TableInFile& read, const Structure& structure) {
  const std::size_t before = read.table.row_count();
  const auto rows = masking::rows_in_common_units(read.table, structure);
  if (!rows) return rows.error();
  if (rows->size() == before) return Done{};
  read.notes.push_back(fmt::format(
      "{} of {} records are left out{}, in units of sizes too rare to mask; all figures "
      "are of the others.",
      before - rows->size(), before, weight_left_out(read.table, *rows, structure)));
  read.table = gather(read.table, *rows);
  read.rows = *rows;
  return Done{};
}

Status drop_records_below(io::TableInFile& read, const Structure& structure, std::size_t k) {
  const std::size_t before = read.table.row_count();
  const auto codes = keys::codes_of(read.table, keys::keys_in(read.table, structure));
  if (!codes) return codes.error();
  const auto rows = keys::rows_that_share(*codes, k);
  if (rows.empty()) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("All {} records share their keys with fewer than {}; coarsen the keys "
                             "in a schema first.",
                             before, k)};
  }
  if (rows.size() == before) return Done{};
  read.notes.push_back(fmt::format(
      "{} of {} records are left out{}, which share their keys with fewer than {}; all figures are "
      "of the others.",
      before - rows.size(), before, weight_left_out(read.table, rows, structure), k));
  read.table = gather(read.table, rows);
  read.rows = read.rows ? rows_in_file(rows, read.rows) : rows;
  return Done{};
}

keys::SuppressedKeys suppressed_in(const Table& masked, const Structure& structure) {
  keys::SuppressedKeys found{.k = structure.k};
  if (structure.k == 0) return found;
  for (const std::string& key : keys::keys_in(masked, structure)) {
    const auto place = find_column(masked, key);
    if (!place) continue;
    found.cells.push_back({key, missing_count(with_gaps(masked.columns()[*place]).values)});
  }
  return found;
}

namespace {

// What the keys promise that go out; of masked ones nobody is known by what they were.
std::string promise_words(const masking::Masked& masked) {
  const keys::SuppressedKeys& keys = masked.suppressed;
  const char* const sources = masked.lineage ? " of different sources" : "";
  if (keys.alike_below == 0) {
    return fmt::format(
        "in the keys that go out every record looks like {} or more{}, a gap being like a gap "
        "alone.",
        keys.k, sources);
  }
  const std::string shared = fmt::format(
      "what is left of the keys of each record is shared by {} or more records{} that go out, "
      "emptied cells matching any value, and true of {} or more.",
      keys.k, sources, std::max<std::size_t>(2, keys.k - 1));
  const std::string found =
      keys.fits_below == 0
          ? ""
          : fmt::format(
                " {} of {} fit fewer than {} by all their keys: who knows these rules out "
                "what shows another value, and may find them.",
                keys.fits_below, masked.table.row_count(), keys.k);
  return fmt::format(
      "{}{} {} of {} look like fewer than {}, a gap being like a gap alone, and who knows how "
      "cells "
      "are chosen may tell them apart. Coarser keys help, and so does alike, which suppresses "
      "more.",
      shared, found, keys.alike_below, masked.table.row_count(), keys.k);
}

}  // namespace

std::string suppression_words(const masking::Masked& masked) {
  const keys::SuppressedKeys& keys = masked.suppressed;
  if (keys.cells.empty()) return "";
  std::size_t all = 0;
  List parts;
  for (const auto& [column, cells] : keys.cells) {
    all += cells;
    if (cells > 0) parts.push_back(fmt::format("{} of {}", cells, in_words(column)));
  }
  const std::size_t cells = keys.cells.size() * masked.table.row_count();
  return fmt::format("{} of {} cells of keys are suppressed{}{}: {}", all, cells,
                     parts.empty() ? "" : ", ", fmt::join(parts, ", "), promise_words(masked));
}

Lineage rows_in_file(Lineage lineage, const std::optional<Lineage>& rows) {
  if (rows) std::ranges::transform(lineage, lineage.begin(), [&](Row row) { return (*rows)[row]; });
  return lineage;
}

std::vector<report::Detail> details_of(const Structure& structure, const List& notes) {
  std::vector<report::Detail> details;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) details.push_back({name, value});
  };
  add("masked as one", structure.unit);
  add("members in the order of", structure.order);
  for (const std::string& column : structure.within) add("masked by itself", column);
  add("weighted by", structure.weight);
  for (const std::string& formula : structure.derive) add("computed after masking", formula);
  for (const std::string& rule : structure.rules) add("rule", rule);
  if (structure.k > 0) add("keys shared by", fmt::format("{} or more", structure.k));
  if (structure.alike) add("gaps", "are like gaps alone");
  for (const std::string& key : structure.keys) add("key", key);
  for (const std::string& note : notes) add("not in it", note);
  return details;
}

std::vector<std::string> structure_words(const Structure& structure) {
  List words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--unit", structure.unit);
  add("--order", structure.order);
  add("--within", structure.within.empty() ? "" : name_list(structure.within));
  add("--weight", structure.weight);
  add("--keys", structure.keys.empty() ? "" : name_list(structure.keys));
  add("--suppress", structure.k == 0 ? "" : fmt::to_string(structure.k));
  if (structure.alike) words.emplace_back("--alike");
  for (const std::string& formula : structure.derive) add("--derive", formula);
  for (const std::string& rule : structure.rules) add("--rule", rule);
  return words;
}

}  // namespace overhand::commands
