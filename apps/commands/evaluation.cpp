#include "commands/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "commands/key_preparation.h"
#include "commands/masked_table.h"
#include "commands/structure.h"
#include "overhand/evaluation/analyses.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/keys/suppression.h"
#include "overhand/masking/rare_units.h"
#include "overhand/report/results_json.h"
#include "overhand/risk/partner_fit.h"
#include "overhand/table/column_words.h"
#include "overhand/table/levels.h"

namespace overhand::commands {
namespace {

using evaluation::Evaluation;
using evaluation::Stated;

// Sources as places among `rows`; none where one is not there: they are of another masking.
std::optional<Lineage> places_among(const Lineage& rows, Lineage sources) {
  for (Row& source : sources) {
    const auto place = std::ranges::lower_bound(rows, source);
    if (place == rows.end() || *place != source) return std::nullopt;
    source = static_cast<Row>(place - rows.begin());
  }
  return sources;
}

// The original without the records that a masking left out: the others are what was masked, and
// what the lineage, which names rows of the original, is to name.
void keep_only(const Lineage& rows, const char* why, ComparedTables& tables) {
  const std::size_t before = tables.original.row_count();
  tables.told.push_back(
      fmt::format("{} of {} records are left out, {}.", before - rows.size(), before, why));
  tables.original = gather(tables.original, rows);
  tables.rows = rows;
  tables.read.rows = rows;
  if (tables.masked.lineage) {
    tables.masked.lineage = places_among(rows, *std::move(tables.masked.lineage));
  }
}

// Units of rare sizes, or records that share their keys with too few, where as many others are
// there as the masked table has records.
Status leave_out_records(ComparedTables& tables, const Structure& structure) {
  const std::size_t records = tables.masked.table.row_count();
  if (records >= tables.original.row_count()) return Done{};
  if (!structure.unit.empty()) {
    const auto rows = masking::rows_in_common_units(tables.original, structure);
    if (!rows) return rows.error();
    if (rows->size() == records) keep_only(*rows, "in units of sizes too rare to mask", tables);
    return Done{};
  }
  if (structure.k == 0) return Done{};
  const auto codes = keys::codes_of(tables.original, keys::keys_in(tables.original, structure));
  if (!codes) return codes.error();
  const auto rows = keys::rows_that_share(*codes, structure.k);
  if (rows.size() == records) keep_only(rows, "which share their keys with too few", tables);
  return Done{};
}

// Kept columns with values that the original has not: nobody is found by them here, though who
// knows how they were coarsened does.
void tell_foreign_values(ComparedTables& tables) {
  for (const Column& column : tables.masked.table.columns()) {
    const auto place = find_column(tables.original, column.name);
    if (!place || column.role != Role::keep) continue;
    const Texts before = texts_of(tables.original.columns()[*place]);
    const Texts after = texts_of(column);
    const auto known = used_levels(before);
    const std::set<std::string_view> is_known(known.begin(), known.end());
    const auto levels = used_levels(after);
    const auto foreign = std::ranges::count_if(
        levels, [&](std::string_view level) { return !is_known.contains(level); });
    if (foreign == 0) continue;
    tables.told.push_back(fmt::format(
        "{} is kept, and {} of its {} values in the masked table are none of the "
        "original's; say in a schema how it was coarsened, or the risk is told too low.",
        at_start(column.name), foreign, levels.size()));
  }
}

evaluation::EvaluatorOptions evaluator_options(const Structure& structure,
                                               const EvaluationWish& wish) {
  evaluation::EvaluatorOptions options;
  options.key = random::key_from_seed(wish.seed);
  options.linkage.exact = wish.exact;
  options.structure = structure;
  options.ps = wish.ps;
  return options;
}

// A mistake in the data of a table that has a name.
Error about(const std::string& table, Error error) {
  return error.kind == ErrorKind::invalid_data ? in_file(table, std::move(error)) : error;
}

report::Sources sources_of(const ComparedTables& tables) {
  if (!tables.masked.lineage) return report::Sources::nobody;
  return risk::sources_fit(tables.original, tables.masked.table, *tables.masked.lineage)
             ? report::Sources::owner
             : report::Sources::strangers;
}

}  // namespace

Result<ComparedTables> compared(PreparedTable read, masking::Masked masked,
                                const Structure& structure, const Progress& progress) {
  ComparedTables tables{std::move(read), {}, std::move(masked)};
  tables.masked.table = in_order_of(tables.read, std::move(tables.masked.table));
  tables.original = tables.read.table;
  if (auto done = leave_out_records(tables, structure); !done) return done.error();
  tables.masked.table = as_original(tables.original, std::move(tables.masked.table));
  tables.masked.suppressed = suppressed_in(tables.masked.table, structure);
  if (auto done = check_measured(tables.original, structure, progress); !done) return done.error();
  tell_foreign_values(tables);
  return tables;
}

Result<Evaluation> evaluated(const ComparedTables& tables, const Structure& structure,
                             const EvaluationWish& wish, const Progress& progress) {
  const Table& original = tables.original;
  const masking::Masked& masked = tables.masked;
  const auto evaluator =
      evaluation::Evaluator::prepare(original, evaluator_options(structure, wish), progress);
  if (!evaluator) return about(wish.original, evaluator.error());
  const auto pairings =
      evaluation::pairings_for(wish.stated, original.row_count(), masked.table.row_count());
  const Lineage* lineage = masked.lineage ? &*masked.lineage : nullptr;
  auto evaluation = evaluator->evaluate(masked.table,
                                        {pairings, lineage, lineage != nullptr && wish.for_report,
                                         evaluation::all_trees(wish.target)},
                                        progress);
  if (evaluation) {
    evaluation = evaluation::with_analyses(*std::move(evaluation), original, masked.table,
                                           wish.analyses, progress);
  }
  if (!evaluation) return about(wish.masked, evaluation.error());
  if (wish.stated != Stated::nothing || pairings.size() == 1) return evaluation;
  evaluation->notes.push_back(
      fmt::format("No pairing was given: the riskier of row and sorted stands first. {} tells the "
                  "true risk.",
                  wish.where_sources));
  return riskier_first(*std::move(evaluation));
}

report::Subject subject_of(const ComparedTables& tables, const Structure& structure,
                           const Evaluation& evaluation, const risk::KeptColumns& kept) {
  report::Subject subject{tables.original, tables.masked, evaluation, kept};
  subject.sources = sources_of(tables);
  subject.structure = structure;
  subject.original_rows = tables.rows;
  subject.key_loss = key_loss_of(tables.read, tables.masked, structure);
  return subject;
}

report::Json evaluated_json(const report::Subject& subject, const report::Verdict& verdict) {
  report::Json json = report::evaluation_json(subject.evaluation);
  if (subject.key_loss) json["key_loss"] = json_of(*subject.key_loss);
  json["kept"] = report::kept_json(subject.kept);
  json["verdict"] = verdict_json(verdict);
  return json;
}

}  // namespace overhand::commands
