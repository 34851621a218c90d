#include "commands/to_mask.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands/structure.h"
#include "overhand/core/stopping.h"
#include "overhand/inspection/undecided.h"
#include "overhand/table/column_words.h"

namespace overhand::commands {
namespace {

// Below which records are left out; 0: none are.
std::size_t fewest_sharing(const MaskingTerms& terms, const Structure& structure) {
  constexpr std::size_t usual = 3;
  if (terms.suppress_records > 0 || !terms.suppresses_records) return terms.suppress_records;
  return structure.k > 0 ? structure.k : usual;
}

// What an analyst of the masked table should know of its weights.
void tell_masked_weight(const Table& table, const Structure& structure,
                        std::vector<std::string>& told_so) {
  if (structure.weight.empty()) return;
  const Column& weight = table.columns()[*find_column(table, structure.weight)];
  if (weight.role != Role::mask) return;
  told_so.push_back(fmt::format(
      "{} weights the records and is masked as it was said to be{}: masked records "
      "have other weights than their sources.",
      at_start(weight.name),
      structure.within.empty() ? "" : ", inside each stratum by " + told(structure.within)));
}

Status leave_out(PreparedTable& read, Structure& structure, const MaskingTerms& terms,
                 std::vector<std::string>& told) {
  const std::size_t before = read.notes.size();
  if (terms.drops_rare_units) {
    if (auto done = drop_rare_units(read, structure); !done) return done;
  }
  if (const std::size_t k = fewest_sharing(terms, structure); k > 0) {
    if (auto done = drop_records_below(read, structure, k); !done) return done;
    structure.k = std::max(structure.k, k);  // a method may take few of those who share keys
  }
  told.insert(told.end(), read.notes.begin() + static_cast<std::ptrdiff_t>(before),
              read.notes.end());
  return Done{};
}

}  // namespace

Structure merged(Structure schema, const Structure& said) {
  const auto take = [](auto& from_schema, const auto& from_said) {
    if (!from_said.empty()) from_schema = from_said;
  };
  take(schema.derive, said.derive);
  take(schema.rules, said.rules);
  take(schema.within, said.within);
  take(schema.weight, said.weight);
  take(schema.unit, said.unit);
  take(schema.order, said.order);
  take(schema.keys, said.keys);
  if (said.k > 0) schema.k = said.k;
  schema.alike |= said.alike;
  return schema;
}

Result<PreparedTable> to_mask(io::TableInFile file, ColumnChoice& choice, const MaskingTerms& terms,
                              std::vector<std::string>& told, const Progress& progress) {
  told.insert(told.end(), file.notes.begin(), file.notes.end());
  auto read = prepared(std::move(file), choice);
  if (!read) return read;
  for (const auto& change : read->coarsened) told.push_back(coarsening::sentence_on(change));
  auto done = stoppable(progress, [&]() -> Status {
    auto problem = inspection::problem_with_identifiers(read->table, choice);
    return problem ? Status(*std::move(problem)) : Status(Done{});
  });
  if (done) done = check_measured(read->table, choice.structure, progress);
  if (!done) return done.error();
  tell_masked_weight(read->table, choice.structure, told);
  done = leave_out(*read, choice.structure, terms, told);
  if (done) done = check_bound(read->table, choice.structure, progress, terms.takes_rare_units);
  if (!done) return done.error();
  if (!terms.derives) return read;
  const auto sums = add_sums(read->table, choice.structure, progress);
  if (!sums) return sums.error();
  for (const std::string& sum : *sums) told.push_back(sum + ", and is computed so after masking.");
  return read;
}

}  // namespace overhand::commands
