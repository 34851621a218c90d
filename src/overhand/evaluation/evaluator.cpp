#include "overhand/evaluation/evaluator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/evaluation/comparison_internal.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/statistics/kept_measured.h"
#include "overhand/table/column_words.h"
#include "overhand/utility/boosted_trees.h"

namespace overhand::evaluation {
namespace {

using statistics::Measured;
using statistics::Profile;

Error data_error(std::string message) { return {ErrorKind::invalid_data, std::move(message)}; }

std::optional<Error> problem_with_columns(const std::vector<std::string>& known,
                                          const Table& masked) {
  for (const Column& column : masked.columns()) {
    if (std::ranges::find(known, column.name) == known.end()) {
      return data_error(fmt::format("The masked table has a column '{}' that the original has not.",
                                    told(column.name)));
    }
  }
  return std::nullopt;
}

std::optional<Error> problem_with_pairing(Pairing pairing, std::size_t originals,
                                          std::size_t masked, const Lineage* lineage) {
  if (pairing == Pairing::none) return std::nullopt;
  if (originals != masked) {
    return data_error(
        fmt::format("Records can be paired only between tables of the same size, and the original "
                    "has {} records, the masked table {}.",
                    originals, masked));
  }
  if (pairing != Pairing::lineage) return std::nullopt;
  if (lineage == nullptr) {
    return data_error("There is no lineage: this masking made records without a source.");
  }
  if (lineage->size() != masked) {
    return data_error(fmt::format("The lineage names the sources of {} records, and there are {}.",
                                  lineage->size(), masked));
  }
  const auto beyond = std::ranges::find_if(*lineage, [&](auto row) { return row >= originals; });
  if (beyond == lineage->end()) return std::nullopt;
  return data_error(fmt::format("The lineage of record {} names no record of the original.",
                                beyond - lineage->begin() + 1));
}

std::optional<Error> problem_with_target(const Profile& original, const std::string& target) {
  const auto names = statistics::names_of(original);
  if (target.empty() || std::ranges::find(names, target) != names.end()) return std::nullopt;
  return Error{ErrorKind::invalid_option,
               fmt::format("The target '{}' is none of the measured columns.", told(target))};
}

std::string named(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 6;
  const std::size_t count = std::min(most_named, names.size());
  const std::vector<std::string> some(names.begin(),
                                      names.begin() + static_cast<std::ptrdiff_t>(count));
  const std::size_t others = names.size() - count;
  return fmt::format("{}{}", fmt::join(some, ", "),
                     others == 0 ? "" : fmt::format(" and {} more", others));
}

// What the paper has no word for.
void add_notes_on_types(std::vector<std::string>& notes, const Profile& original) {
  if (!original.is_mixed) return;
  notes.emplace_back(
      "This is a mixed table: dbrl counts in each column at most what two strangers differ by, and "
      "a category, or a gap, as equal or not.");
  if (original.column_count() == 0) {
    notes.emplace_back(
        "There are no numbers and no ordered categories: the risk score is dbrl alone, the loss "
        "score ps alone.");
  } else if (original.numbers.amounts == 0) {
    notes.emplace_back("There are no numbers: the loss score is made without pil.");
  } else if (original.column_count() < original.dimension_count()) {
    notes.emplace_back(
        "rid, sdid, pil and the rank errors are of the columns that have an order, where values "
        "are there.");
  }
}

std::vector<std::string> notes_on(const Comparison& tables) {
  const utility::Ps& ps = tables.ps;
  std::vector<std::string> notes;
  add_notes_on_types(notes, tables.original.profile);
  if (!ps.merged.empty()) {
    notes.push_back(
        fmt::format("The propensity model takes rare levels together, of {}.", named(ps.merged)));
  }
  if (ps.terms_with_products > 0) {
    notes.push_back(fmt::format(
        "ps falls back to the columns and their squares: with products its model has {} terms, "
        "more than a fifth of the {} records of both tables, and would tell anything apart.",
        ps.terms_with_products, tables.original.profile.row_count() + tables.masked.row_count()));
  } else if (!ps.has_products) {
    notes.emplace_back(
        "The propensity model has the columns and their squares only: there are too many columns "
        "for their products.");
  }
  if (!ps.left_out.empty()) {
    notes.push_back(
        fmt::format("The propensity model leaves out terms that are combinations of others: {}.",
                    named(ps.left_out)));
  }
  if (!utility::has_boosted_trees) {
    notes.emplace_back("c2st and tstr are left out: this build has no boosted trees (XGBoost).");
  }
  if (tables.tstr && !tables.tstr->ratio) {
    notes.push_back(
        fmt::format("tstr is left out: of {} column{} tried, none can be predicted from the "
                    "others, even in the "
                    "original.",
                    tables.tstr->targets, tables.tstr->targets == 1 ? "" : "s"));
  }
  if (!ps.has_converged) {
    notes.push_back(
        fmt::format("The propensity model did not converge in {} steps.", ps.iterations));
  }
  return notes;
}

}  // namespace

struct Evaluator::Prepared {
  Prepared(Measured measured, Measured kept, const EvaluatorOptions& chosen)
      : options(chosen), reference(std::move(measured), std::move(kept), options.key) {}

  EvaluatorOptions options;
  Reference reference;
  std::vector<std::string> known;  // every column of the original, measured or not
  std::vector<relations::Rule> rules;
  std::optional<utility::WeightedReference> weighted;
  std::vector<std::string> unrelated;  // kept columns that no association can be told of

  Status prepare_facts(const Table& original);
  Result<TableFacts> facts_of(const Table& masked, const Measured& measured) const;
  Evaluation evaluate(Measured masked, const TableFacts& facts, const Asked& asked,
                      const Progress& progress) const;
  std::optional<risk::LinkedByIsolation> isolation(const Comparison& tables,
                                                   const Asked& asked) const;
};

std::optional<risk::LinkedByIsolation> Evaluator::Prepared::isolation(const Comparison& tables,
                                                                      const Asked& asked) const {
  const Pairing first = asked.pairings.front();
  if (!asked.isolation || !is_by_true_source(first)) return std::nullopt;
  const auto in_row = [&] { return same_rows(tables.masked.row_count()); };
  const Lineage sources = first == Pairing::lineage ? *asked.lineage : in_row();
  return risk::linked_by_isolation(reference.neighbours, tables.linked(), sources, options.key);
}

// What is asked of the table as it is, before any measure.
Status Evaluator::Prepared::prepare_facts(const Table& original) {
  auto obeyed = relations::rules_of(original, options.structure.rules);
  if (!obeyed) return obeyed.error();
  rules = *std::move(obeyed);
  if (options.structure.weight.empty()) return Done{};
  auto reference_of = utility::WeightedReference::prepare(
      original, options.structure.weight,
      {reference.kept.categories, reference.profile.categories});
  if (!reference_of) return reference_of.error();
  weighted = *std::move(reference_of);
  return Done{};
}

Result<TableFacts> Evaluator::Prepared::facts_of(const Table& masked,
                                                 const Measured& measured) const {
  TableFacts facts{relations::broken_rules(rules, masked),
                   {},
                   statistics::kept_measured_like(reference.kept, masked)};
  if (!weighted) return facts;
  auto compared = weighted->compared(masked, {facts.kept.categories, measured.categories});
  if (!compared) return compared.error();
  facts.weighted = *std::move(compared);
  return facts;
}

Evaluation Evaluator::Prepared::evaluate(Measured measured, const TableFacts& facts,
                                         const Asked& asked, const Progress& progress) const {
  const Profile& original = reference.profile;
  const auto exponents = statistics::common_exponents(original.numbers, measured.numbers);
  measured.is_mixed = measured.is_mixed || original.is_mixed;
  if (exponents != original.numbers.exponents || measured.is_mixed != original.is_mixed) {
    // Extreme values, or gaps where there were none: both tables anew, in common terms.
    auto [x, m] = statistics::in_common_terms(original, std::move(measured));
    Prepared anew(std::move(x), reference.kept, options);
    anew.rules = rules;
    anew.weighted = weighted;
    anew.unrelated = unrelated;
    return anew.evaluate(std::move(m), facts, asked, progress);
  }
  measured.numbers = statistics::rescaled(std::move(measured.numbers), exponents);
  Stage stage(progress, "measuring risk and loss", asked.pairings.size() + 2);
  const Comparison tables(std::move(measured), reference, options, asked, facts);
  stage.finish_part();
  Evaluation evaluation{.rows = original.row_count(),
                        .masked_rows = tables.masked.row_count(),
                        .columns = original.dimension_count(),
                        .by_pairing = measurements_of(tables, asked, stage),
                        .isolation = isolation(tables, asked),
                        .broken_rules = broken_rules_in(tables.implausible, rules, facts.broken),
                        .weight = weighted ? options.structure.weight : "",
                        .weighted = facts.weighted.columns,
                        .weighted_sums = facts.weighted.sums,
                        .worst_association = tables.related.worst,
                        .unrelated = unrelated,
                        .notes = notes_on(tables)};
  stage.finish_part();
  return evaluation;
}

Evaluator::Evaluator(std::unique_ptr<Prepared> prepared) : prepared_(std::move(prepared)) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

Result<Evaluator> Evaluator::prepare(const Table& original, const EvaluatorOptions& options,
                                     const Progress& progress) {
  auto measured =
      statistics::measured_of(original, statistics::measured_names(original), "original");
  if (!measured) return measured.error();
  std::vector<int> exponents;
  for (const Reals& column : measured->numbers.columns) {
    exponents.push_back(statistics::safe_exponent(statistics::largest_magnitude(column)));
  }
  Stage stage(progress, "preparing the measures", 1);
  auto prepared = stoppable(progress, [&]() -> Result<std::unique_ptr<Prepared>> {
    measured->numbers = statistics::rescaled(std::move(measured->numbers), exponents);
    auto kept = statistics::kept_measured(original);
    auto whole = std::make_unique<Prepared>(*std::move(measured), std::move(kept.columns), options);
    whole->unrelated = std::move(kept.left_out);
    if (auto done = whole->prepare_facts(original); !done) return done.error();
    return whole;
  });
  if (!prepared) return prepared.error();
  stage.finish_part();
  for (const Column& column : original.columns()) (*prepared)->known.push_back(column.name);
  return Evaluator(*std::move(prepared));
}

Result<Evaluation> Evaluator::evaluate(const Table& masked, const Asked& asked,
                                       const Progress& progress) const {
  const Profile& original = prepared_->reference.profile;
  if (auto problem = problem_with_columns(prepared_->known, masked)) return *std::move(problem);
  auto measured = statistics::measured_like(original, masked, "masked");
  if (!measured) return measured.error();
  if (auto problem = problem_with_target(original, asked.trees.target)) return *std::move(problem);
  for (const Pairing pairing : asked.pairings) {
    auto problem =
        problem_with_pairing(pairing, original.row_count(), measured->rows, asked.lineage);
    if (problem) return *std::move(problem);
  }
  return stoppable(progress, [&]() -> Result<Evaluation> {
    const auto facts = prepared_->facts_of(masked, *measured);
    if (!facts) return facts.error();
    return prepared_->evaluate(*std::move(measured), *facts, asked, progress);
  });
}

Asked asked_of(const masking::Method& method, const masking::Masked& masked, bool isolation) {
  return {pairings_for(method, masked), masked.lineage ? &*masked.lineage : nullptr, isolation};
}

}  // namespace overhand::evaluation
