#include "commands/external_masking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "commands/structure.h"
#include "overhand/external/memory.h"
#include "overhand/inspection/undecided.h"
#include "overhand/report/risk_words.h"

namespace overhand::commands {
namespace {

// What a column looks like is seen in some of its records, and held against all of them only where
// it looks like an identifier there.
Column some_records(const Column& column) {
  constexpr std::size_t some = 100'000;
  const std::size_t step = std::max<std::size_t>(column.size() / some, 1);
  Lineage rows;
  for (std::size_t row = 0; row < column.size(); row += step) rows.push_back(static_cast<Row>(row));
  return gather(column, rows);
}

void add_identifiers(const Column& column, const ColumnChoice& choice,
                     inspection::Identifiers& found) {
  if (!inspection::problem_with_identifiers(Table({some_records(column)}), choice)) return;
  auto [kept, masked] = inspection::identifiers_in(Table({column}), choice);
  found.kept.insert(found.kept.end(), kept.begin(), kept.end());
  found.masked.insert(found.masked.end(), masked.begin(), masked.end());
}

std::set<std::string> methods_in_parts() {
  std::set<std::string> names;
  for (const masking::Method& method : masking::methods()) {
    if (method.masks_in_parts) names.insert(method.name);
  }
  return names;
}

// The choice as it is for one column.
ColumnChoice choice_for(const Column& column, ColumnChoice choice) {
  std::erase_if(choice.plans, [&](const ColumnPlan& plan) { return plan.name != column.name; });
  return choice;
}

// What is seen while columns are looked at for the first time.
struct FirstLook {
  std::vector<coarsening::Change> changes;
  inspection::Identifiers identifiers;
  bool is_over = false;
};

// Coarsens a column, and tells so once: it is read twice.
class ColumnPreparation {
 public:
  ColumnPreparation(const ExternalTask& task, const Tell& tell, FirstLook& look)
      : task_(task), tell_(tell), look_(look) {}

  Result<Column> operator()(Column column) const {
    const ColumnChoice choice = choice_for(column, task_.choice);
    auto read = prepared({Table({std::move(column)}), {}}, choice);
    if (!read) return read.error();
    Column& ready = read->table.columns().front();
    if (look_.is_over) return std::move(ready);
    for (const auto& change : read->coarsened) {
      look_.changes.push_back(change);
      tell_(coarsening::sentence_on(change));
    }
    add_identifiers(ready, choice, look_.identifiers);
    return std::move(ready);
  }

 private:
  const ExternalTask& task_;
  const Tell& tell_;
  FirstLook& look_;
};

}  // namespace

std::optional<Error> problem_with_parts(const ColumnChoice& choice, const masking::Method& method) {
  const auto needs_all = [](const std::string& what) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} the whole table in the memory, which it does not fit in; leave "
                             "it out, or allow more memory.",
                             what)};
  };
  if (!method.masks_in_parts) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} needs the whole table in the memory, which it does not fit in; "
                             "{} mask it a part at a time.",
                             method.name, fmt::join(methods_in_parts(), " and "))};
  }
  const Structure& structure = choice.structure;
  if (!structure.unit.empty()) return needs_all("A unit needs");
  if (!structure.within.empty()) return needs_all("A stratum needs");
  if (structure.k > 0) return needs_all("To suppress keys needs");
  if (!structure.rules.empty()) return needs_all("A rule needs");
  return std::nullopt;
}

Result<ExternallyMasked> mask_externally(ExternalTask& task, const random::Key& key,
                                         const Tell& tell, const Progress& progress) {
  FirstLook look;
  const masking::Context context{key, progress};
  const auto original = external::Original::survey(
      task.source, task.method, ColumnPreparation(task, tell, look), task.room, context);
  if (!original) return original.error();
  look.is_over = true;
  if (auto problem = inspection::problem_with(look.identifiers, task.choice)) {
    return in_file(task.source.name(), *std::move(problem));
  }
  for (const std::string& note : original->notes()) tell(note);
  PreparedTable sample{{original->sample(), original->layout(), {}, original->notes()}};
  sample.coarsened = std::move(look.changes);
  task.options.structure = task.choice.structure;
  if (task.derives) {
    const auto sums = add_sums(sample.table, task.options.structure, progress);
    if (!sums) return sums.error();
    for (const std::string& sum : *sums) tell(sum + ", and is computed so after masking.");
  }
  auto masked = external::mask(*original, task.method, task.options, task.room, context);
  if (!masked) return masked.error();
  sample.table = masked->sampled_originals();
  return ExternallyMasked{std::move(sample), *std::move(masked)};
}

namespace {

// All parts say together how columns go out.
Status look_ahead(const external::MaskedTable& masked, const Progress& progress,
                  io::PartWriter& writer) {
  const auto names = writer.look_ahead(masked.columns());
  if (names.empty()) return Done{};
  return external::for_each_block(masked.blocks(), progress,
                                  [&](std::size_t first, std::size_t count) -> Status {
                                    const auto part = masked.part(first, count, names);
                                    if (!part) return part.error();
                                    progress.report("looking ahead", first, masked.row_count());
                                    writer.look(*part);
                                    return Done{};
                                  });
}

}  // namespace

Status write_parts(const external::MaskedTable& masked, const std::string& path,
                   const io::Format& format, const io::Layout& layout, const Progress& progress) {
  external::give_back_freed();
  auto writer = io::PartWriter::create(path, format, layout, progress);
  if (!writer) return writer.error();
  if (auto looked = look_ahead(masked, progress, *writer); !looked) return looked;
  auto done = external::for_each_block(masked.blocks(), progress,
                                       [&](std::size_t first, std::size_t count) -> Status {
                                         const auto part = masked.part(first, count);
                                         if (!part) return part.error();
                                         progress.report("writing", first, masked.row_count());
                                         return writer->write(*part);
                                       });
  return done ? writer->finish() : done;
}

Result<MaskedRisk> external_risk(const ExternallyMasked& masked, const ExternalTask& task,
                                 const Progress& progress) {
  auto risk = risk_of(masked.sample.table, task.method, masked.masked.sample(),
                      task.options.structure, progress);
  if (risk && masked.sample.table.row_count() < masked.masked.row_count()) {
    risk->plausibility = Error{ErrorKind::invalid_data, "It is not measured on a sample."};
  }
  return risk;
}

report::Json external_record(const ExternallyMasked& masked, const ExternalTask& task,
                             const std::string& key, const MaskedRisk& risk) {
  report::Json record =
      mask_record(masked.sample, task.method, task.options, masked.masked.sample(), key, risk);
  record["rows"] = masked.masked.row_count();
  record["sample"] = masked.sample.table.row_count();
  return record;
}

std::string sample_words(const ExternallyMasked& masked) {
  const std::size_t sampled = masked.sample.table.row_count();
  const std::size_t rows = masked.masked.row_count();
  if (sampled == rows) return {};
  return fmt::format(
      "Measured on {} of {} records, held against each other, and told of them: among all records "
      "an intruder finds no more.",
      report::grouped(sampled), report::grouped(rows));
}

}  // namespace overhand::commands
