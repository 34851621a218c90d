#include "bindings/tasks.h"

#include <chrono>

#include "commands/evaluation.h"
#include "commands/key_preparation.h"
#include "commands/mask_record.h"
#include "commands/masked_table.h"
#include "commands/structure.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/inspection/inspection.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/schema_file.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/inspection_json.h"
#include "overhand/report/risk_words.h"
#include "overhand/report/tuning_charts.h"
#include "overhand/simulation/paper.h"
#include "overhand/simulation/people.h"

namespace overhand::bindings {
namespace {

using evaluation::Stated;
using Details = std::vector<report::Detail>;

void add(Details& all, Details more) { std::ranges::move(more, std::back_inserter(all)); }

Details details_of(const MaskedTable& masked) {
  Details details = {{"method", masked.method->name}};
  const Json options = report::options_json(*masked.method, masked.options.values);
  for (const auto& [name, value] : options.items()) {
    details.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
  }
  add(details, commands::details_of(masked.options.structure, masked.read.notes));
  details.push_back({"version", OVERHAND_VERSION});
  if (masked.masked.moved) details.push_back({"moved", report::moved_words(*masked.masked.moved)});
  const std::string suppressed = commands::suppression_words(masked.masked);
  if (!suppressed.empty()) details.push_back({"suppressed", suppressed});
  add(details, commands::details_of(masked.read.coarsened));
  return details;
}

Json verdict_alone(const report::Verdict& verdict, const char* audience) {
  return dated({{"schema", 1},
                {"title", "Overhand report"},
                {"audience", audience},
                {"verdict", report::verdict_json(verdict)},
                {"sections", Json::array()},
                {"details", Json::array()},
                {"notes", Json::array()}});
}

Result<evaluation::Evaluation> measured(const MaskedTable& masked, const Progress& progress) {
  const auto evaluator = evaluation::Evaluator::prepare(
      masked.read.table, {.structure = masked.options.structure}, progress);
  if (!evaluator) return evaluator.error();
  auto asked = evaluation::asked_of(*masked.method, masked.masked, true);
  asked.trees = evaluation::all_trees();
  return evaluator->evaluate(masked.masked.table, asked, progress);
}

// "row", "sorted" or, where the caller has them, sources.
Stated stated_by(const Said& said, bool has_sources) {
  if (has_sources) return Stated::lineage;
  if (!said.has("pairing")) return Stated::nothing;
  return said.one_of("pairing", {"row", "sorted"}) == "row" ? Stated::row : Stated::sorted;
}

commands::EvaluationWish wish_of(const Said& said, bool has_sources) {
  commands::EvaluationWish wish{.stated = stated_by(said, has_sources)};
  wish.seed = said.count("seed", 1);
  wish.exact = said.truth("exact");
  if (said.one_of("ps", {"damped", "glm"}) == "glm") wish.ps = utility::PsFit::glm;
  wish.target = said.text("target");
  wish.for_report = true;
  wish.analyses = formulas_of(said);
  wish.where_sources = "The lineage of the masking, given as pairing,";
  return wish;
}

void check_analyses(const Table& original, const std::vector<utility::ModelFormula>& formulas) {
  for (const utility::ModelFormula& formula : formulas) {
    if (auto problem = utility::problem_with_analysis(original, formula)) {
      problem->message = "analyses: " + problem->message;
      throw Failure(*std::move(problem));
    }
  }
}

masking::Masked read_masked(const Source& source, const ColumnChoice& choice, const Said& said,
                            const Progress& progress) {
  auto read = bindings::read(source, commands::choice_for_masked(choice),
                             commands::reading_for_masked(reading_of(said)), progress);
  return {std::move(read.table), std::nullopt};
}

commands::PreparedTable read_original(const Source& source, const Table& masked,
                                      const ColumnChoice& said_choice, const Said& said,
                                      const Progress& progress) {
  const ColumnChoice choice = commands::choice_for_original(masked, said_choice);
  return value_or_fail(
      commands::prepared(bindings::read(source, choice, reading_of(said), progress), choice),
      source.path);
}

// The tables of people have columns and relations of their own.
void refuse_without_effect(const Said& said, const std::string& kind) {
  if (kind != "survey" && kind != "hospital" && kind != "households") return;
  for (const char* name : {"columns", "rho"}) {
    if (!said.has(name)) continue;
    throw Failure({ErrorKind::invalid_option, std::string(name) + " has no effect on " + kind +
                                                  ": it is for gaussian, exponential and timing."});
  }
}

}  // namespace

Inspected inspect(const Source& source, const Said& said, const Progress& progress) {
  const auto read = look_at(source, reading_of(said), progress);
  const auto found =
      value_or_fail(inspection::inspect(read.table, read.unreadable, progress), source.path);
  const std::string table = source.path.empty() ? "the table" : source.path;
  return {report::inspection_json(found),
          io::schema_text(proposed_schema(found), schema_comments(found, table))};
}

ReadTable read_all(const Source& source, const Said& said, const Progress& progress) {
  auto read = look_at(source, reading_of(said), progress);
  return {std::move(read.table), std::move(read.notes)};
}

commands::PreparedTable to_mask(const Source& source, ColumnChoice& choice,
                                const commands::MaskingTerms& terms, const Said& said, Told& told,
                                const Progress& progress) {
  auto read =
      value_or_fail(commands::to_mask(bindings::read(source, choice, reading_of(said), progress),
                                      choice, terms, told, progress),
                    source.path);
  std::ranges::move(
      words_on_codes(inspection::codes_masked_as_amounts(read.table, choice), said.language()),
      std::back_inserter(told));
  return read;
}

MaskedTable mask(const Source& source, const Said& said, const Progress& progress) {
  MaskedTable made{.method = &method_of(said), .language = said.language()};
  made.options.values = options_of(*made.method, said);
  made.options.shuffle_rows = said.truth("shuffle_rows");
  ColumnChoice choice = choice_of(said);
  commands::MaskingTerms terms = terms_of(said);
  terms.takes_rare_units = made.method->sees_structure;
  const SaidKey key = key_of(said);
  made.key_origin = key.origin;
  made.read = to_mask(source, choice, terms, said, made.told, progress);
  made.options.structure = choice.structure;
  made.masked = value_or_fail(masking::mask(*made.method, made.read.table, made.options,
                                            {.key = key.key, .progress = progress}),
                              source.path);
  const std::string suppressed = commands::suppression_words(made.masked);
  if (!suppressed.empty()) made.told.push_back(suppressed);
  return made;
}

Json record_of(const MaskedTable& masked, const Progress& progress) {
  const auto risk = value_or_fail(commands::risk_of(
      masked.read.table, *masked.method, masked.masked, masked.options.structure, progress));
  Json record = commands::mask_record(masked.read, *masked.method, masked.options, masked.masked,
                                      masked.key_origin, risk);
  const bool is_r = masked.language == Language::r;
  record["sentences"] = sentences_on(risk, is_r ? "shuffle_rows = TRUE gives them another."
                                                : "shuffle_rows=True gives them another.");
  return record;
}

MaskedReports reports_of(const MaskedTable& masked, const Progress& progress) {
  const auto evaluation = measured(masked, progress);
  if (!evaluation) {
    if (evaluation.error().kind == ErrorKind::cancelled) throw Failure(evaluation.error());
    const auto verdict = report::unmeasured_verdict(
        masked.read.table, masked.masked, *masked.method, sentence_of(evaluation.error()));
    return {verdict_alone(verdict, "external"), verdict_alone(verdict, "internal")};
  }
  const risk::KeptColumns kept = evaluation::kept_in(masked.read.table, masked.masked);
  report::Subject subject{masked.read.table, masked.masked, *evaluation, kept};
  subject.masked_by = tuning::setting_text(masked.method->name, masked.options.values);
  subject.structure = masked.options.structure;
  subject.original_rows = masked.read.rows;
  subject.key_loss = commands::key_loss_of(masked.read, masked.masked, masked.options.structure);
  subject.details = details_of(masked);
  const Judged all = judged(subject, nullptr);
  return {report_of(all, report::Audience::external, progress),
          report_of(all, report::Audience::internal, progress)};
}

Outcome evaluate(const Source& original, const Source& masked_source,
                 const std::optional<Lineage>& sources, const Said& said,
                 const Progress& progress) {
  const auto wish = wish_of(said, sources.has_value());
  const ColumnChoice choice = choice_of(said);
  masking::Masked masked = read_masked(masked_source, choice, said, progress);
  if (wish.stated == Stated::row) masked.lineage = same_rows(masked.table.row_count());
  if (sources) masked.lineage = sources;
  auto read = read_original(original, masked.table, choice, said, progress);
  const auto tables = value_or_fail(
      commands::compared(std::move(read), std::move(masked), choice.structure, progress),
      original.path);
  check_analyses(tables.original, wish.analyses);
  const auto evaluation =
      value_or_fail(commands::evaluated(tables, choice.structure, wish, progress));
  const risk::KeptColumns kept = evaluation::kept_in(tables.original, tables.masked);
  report::Subject subject = commands::subject_of(tables, choice.structure, evaluation, kept);
  subject.details = {{"version", OVERHAND_VERSION}};
  add(subject.details, commands::details_of(tables.read.coarsened));
  const auto verdict = verdict_of(subject);
  Json json = commands::evaluated_json(subject, verdict);
  json["told"] = tables.told;
  return {std::move(json), judged(subject, nullptr), {}};
}

Table simulate(const Said& said) {
  const std::string kind = said.one_of(
      "kind", {"gaussian", "exponential", "timing", "survey", "hospital", "households"});
  refuse_without_effect(said, kind);
  simulation::PaperOptions options;
  options.rows = said.count("rows", options.rows);
  options.columns = said.count("columns", options.columns);
  if (options.rows == 0 || options.rows >= std::uint64_t{1} << 32 || options.columns == 0) {
    throw Failure({ErrorKind::invalid_option, "rows and columns must be 1 or more."});
  }
  if (said.has("rho")) options.rho = said.number("rho", 0);
  if (options.rho && !(*options.rho >= -1 && *options.rho <= 1)) {
    throw Failure({ErrorKind::invalid_option, "rho must be a number from -1 to 1."});
  }
  // Simulated people have no secrets: a seed is as good as a key here.
  const random::Key key = said.has("seed") ? random::key_from_seed(said.count("seed", 0))
                                           : value_or_fail(random::fresh_key());
  if (kind == "gaussian") return simulation::gaussian(options, key);
  if (kind == "exponential") return simulation::exponential(options, key);
  if (kind == "timing") return simulation::timing(options, key);
  if (kind == "survey") return simulation::survey(options.rows, key);
  if (kind == "hospital") return simulation::hospital(options.rows, key);
  return simulation::households(options.rows, key);
}

}  // namespace overhand::bindings
