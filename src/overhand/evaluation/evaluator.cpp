#include "overhand/evaluation/evaluator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/evaluation/comparison_internal.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/table/column_words.h"

namespace overhand::evaluation {
namespace {

using statistics::Numbers;
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

std::vector<std::string> notes_on(const utility::Ps& ps) {
  std::vector<std::string> notes;
  if (!ps.has_products) {
    notes.emplace_back(
        "The propensity model has the columns and their squares only: there are too many columns "
        "for their products.");
  }
  if (!ps.left_out.empty()) {
    constexpr std::size_t most_named = 6;
    const std::size_t named = std::min(most_named, ps.left_out.size());
    const std::size_t others = ps.left_out.size() - named;
    notes.push_back(
        fmt::format("The propensity model leaves out terms that are combinations of others: {}{}.",
                    fmt::join(ps.left_out.begin(),
                              ps.left_out.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                    others == 0 ? "" : fmt::format(" and {} more", others)));
  }
  if (!ps.has_converged) {
    notes.push_back(
        fmt::format("The propensity model did not converge in {} steps.", ps.iterations));
  }
  return notes;
}

}  // namespace

struct Evaluator::Prepared {
  Prepared(Numbers numbers, const EvaluatorOptions& chosen)
      : options(chosen), reference(std::move(numbers), options.key) {}

  EvaluatorOptions options;
  Reference reference;
  std::vector<std::string> known;  // every column of the original, measured or not

  Evaluation evaluate(Numbers masked, const Asked& asked, const Progress& progress) const;
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

Evaluation Evaluator::Prepared::evaluate(Numbers numbers, const Asked& asked,
                                         const Progress& progress) const {
  const Numbers& original = reference.profile.numbers;
  const std::vector<int> exponents = statistics::common_exponents(original, numbers);
  if (exponents != original.exponents) {
    // Extreme values: both tables anew, in a unit that can hold them.
    const Prepared larger(statistics::rescaled(original, exponents), options);
    return larger.evaluate(std::move(numbers), asked, progress);
  }
  Stage stage(progress, "measuring risk and loss", asked.pairings.size() + 2);
  const Comparison tables(statistics::rescaled(std::move(numbers), exponents), reference, options,
                          asked.pairings);
  stage.finish_part();
  Evaluation evaluation{reference.profile.row_count(), tables.masked.row_count(),
                        tables.masked.column_count(),  measurements_of(tables, asked, stage),
                        isolation(tables, asked),      notes_on(tables.ps)};
  stage.finish_part();
  return evaluation;
}

Evaluator::Evaluator(std::unique_ptr<Prepared> prepared) : prepared_(std::move(prepared)) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

Result<Evaluator> Evaluator::prepare(const Table& original, const EvaluatorOptions& options,
                                     const Progress& progress) {
  auto numbers = statistics::numbers_of(original, statistics::measured_names(original), "original");
  if (!numbers) return numbers.error();
  std::vector<int> exponents;
  for (const Reals& column : numbers->columns) {
    exponents.push_back(statistics::safe_exponent(statistics::largest_magnitude(column)));
  }
  Stage stage(progress, "preparing the measures", 1);
  auto prepared = stoppable(progress, [&]() -> Result<std::unique_ptr<Prepared>> {
    return std::make_unique<Prepared>(statistics::rescaled(*std::move(numbers), exponents),
                                      options);
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
  auto numbers = statistics::numbers_of(masked, original.numbers.names, "masked");
  if (!numbers) return numbers.error();
  for (const Pairing pairing : asked.pairings) {
    auto problem =
        problem_with_pairing(pairing, original.row_count(), numbers->row_count(), asked.lineage);
    if (problem) return *std::move(problem);
  }
  return stoppable(progress, [&]() -> Result<Evaluation> {
    return prepared_->evaluate(*std::move(numbers), asked, progress);
  });
}

Asked asked_of(const masking::Method& method, const masking::Masked& masked, bool isolation) {
  return {pairings_for(method, masked), masked.lineage ? &*masked.lineage : nullptr, isolation};
}

}  // namespace overhand::evaluation
