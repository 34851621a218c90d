#include "evaluation_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/text.h"

namespace overhand::cli {
namespace {

using evaluation::Evaluation;
using evaluation::Group;

void print_group(const char* title, const evaluation::Measurements& measurements, Group group) {
  auto members = in_group(measurements, group);
  if (members.empty()) return;
  fmt::print("  {}\n", title);
  for (const auto& one : members) {
    const std::string sample =
        one.sample ? fmt::format("{} records sampled", *one.sample) : std::string();
    const std::string range =
        one.interval
            ? fmt::format("  ({:.4f} to {:.4f}, {})", one.interval->low, one.interval->high, sample)
        : one.sample ? fmt::format("  ({})", sample)
                     : "";
    fmt::print("    {:<20} {:>14.6g}{}\n", name_of(one.id), one.value, range);
  }
}

std::string estimate_text(const std::optional<utility::Estimate>& estimate) {
  if (!estimate) return fmt::format("{:>12} {:>25}", "not known", "");
  return fmt::format(
      "{:>12.5g} {:>25}", estimate->value,
      fmt::format("({:.4g} to {:.4g})", estimate->interval.low, estimate->interval.high));
}

void print_analysis(const utility::Analysis& analysis) {
  fmt::print("\nAnalysis {} ({}, {} and {} records without gaps)\n", printable(analysis.formula),
             analysis.is_logistic
                 ? fmt::format("logistic, of any level but '{}'", printable(analysis.first_level))
                 : "linear",
             analysis.records, analysis.masked_records);
  if (analysis.is_of_scale) {
    fmt::print(
        "    Its response is a scale: type = \"integer\" in a schema, of levels that are "
        "numbers, makes it linear.\n");
  }
  fmt::print("    {:<24} {:>12} {:>25} {:>12} {:>25} {:>8}\n", "coefficient", "original",
             "95 % interval", "masked", "95 % interval", "overlap");
  for (const auto& one : analysis.coefficients) {
    fmt::print("    {:<24} {} {} {:>8.2f}\n", printable(one.name), estimate_text(one.original),
               estimate_text(one.masked), one.overlap);
  }
}

void print_broken_rules(const std::vector<evaluation::BrokenRule>& broken) {
  constexpr std::size_t most_shown = 10;
  if (broken.empty()) return;
  fmt::print("\nRules that every original obeys and masked records break\n");
  for (std::size_t i = 0; i < std::min(most_shown, broken.size()); ++i) {
    fmt::print("    {:<40} {:>8} records\n", printable(broken[i].rule), broken[i].records);
  }
  if (broken.size() > most_shown) fmt::print("    and {} more\n", broken.size() - most_shown);
}

void print_sums(const Evaluation& evaluation) {
  if (evaluation.weighted_sums.empty()) return;
  fmt::print("\nSums of {}, which is how many the records stand for\n",
             printable(evaluation.weight));
  for (const auto& sum : evaluation.weighted_sums) {
    const std::string what =
        sum.column.empty() ? "all records" : fmt::format("{} = {}", sum.column, sum.level);
    fmt::print("    {:<24} {:>14.8g} {:>14.8g} {:>8.3g} %\n", printable(what), sum.original,
               sum.masked, 100 * sum.change());
  }
}

void print_weighted(const Evaluation& evaluation) {
  print_sums(evaluation);
  if (evaluation.weighted.empty()) return;
  fmt::print(
      "\nWeighted by {}: changes of totals and means in percent, of quantiles in standard "
      "deviations\n    {:<24} {:>10} {:>10}",
      printable(evaluation.weight), "column", "total %", "mean %");
  for (const double level : utility::weighted_levels) fmt::print(" {:>8}", level);
  for (const auto& column : evaluation.weighted) {
    fmt::print("\n    {:<24} {:>10.3g} {:>10.3g}", printable(column.name),
               100 * column.total_change(), 100 * column.mean_change());
    for (std::size_t level = 0; level < utility::weighted_levels.size(); ++level) {
      fmt::print(" {:>8.3g}", column.quantile_change(level));
    }
  }
  fmt::print("\n");
}

}  // namespace

void print_evaluation(const Evaluation& evaluation) {
  fmt::print("\n{} records, {} columns.\n", evaluation.rows, evaluation.columns);
  for (const auto& measured : evaluation.by_pairing) {
    fmt::print("\nPaired {}\n", label_of(measured.pairing));
    print_group("risk (0 safe ... 1 unsafe)", measured, Group::risk);
    print_group("loss (0 nothing ... 1 all; mae and mse in the columns' own units)", measured,
                Group::loss);
    print_group("score (lower is better)", measured, Group::score);
    print_group("other measures", measured, Group::other);
  }
  print_broken_rules(evaluation.broken_rules);
  print_weighted(evaluation);
  for (const auto& analysis : evaluation.analyses) print_analysis(analysis);
  for (const auto& note : evaluation.notes) fmt::print("\n{}\n", note);
}

}  // namespace overhand::cli
