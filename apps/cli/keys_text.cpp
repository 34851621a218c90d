#include "keys_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/report/risk_words.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

using keys::KeyMeasures;
using report::grouped;

// "320 of 800 records (40 of 100)".
std::string share_words(double count, std::size_t records) {
  const std::string some = count == std::floor(count)
                               ? grouped(static_cast<std::size_t>(count))
                               : fmt::format("{:.{}f}", count, count < 10 ? 1 : 0);
  const double share = 100 * count / static_cast<double>(records);
  const std::string of_hundred =
      share > 0 && share < .5 ? "fewer than 1" : fmt::format("{:.0f}", share);
  return fmt::format("{} of {} records ({} of 100)", some, grouped(records), of_hundred);
}

std::string count_words(std::size_t count, std::size_t records) {
  return share_words(static_cast<double>(count), records);
}

// Bars as long as the records are many; one that has a record is seen.
std::string bars_text(const KeyMeasures& measures) {
  constexpr std::size_t longest = 40;
  const auto bars = size_bars(measures.sizes);
  const std::size_t most = std::ranges::max_element(bars, {}, &keys::SizeBar::records)->records;
  std::string text = "  Records by the size of their class\n";
  for (const keys::SizeBar& bar : bars) {
    const std::size_t length =
        bar.records == 0 ? 0 : std::max<std::size_t>(1, longest * bar.records / most);
    text += fmt::format("  {:>15}  {:<40}  {}\n", words_for(bar), std::string(length, '#'),
                        grouped(bar.records));
  }
  return text;
}

std::string gaps_text(const KeyMeasures& measures) {
  std::vector<std::string> names;
  for (const keys::KeyFacts& key : measures.keys) {
    if (key.missing > 0) names.push_back(key.name);
  }
  if (names.empty()) return "";
  return fmt::format("  {} {} gaps, and a gap matches every value.\n", told(names),
                     names.size() == 1 ? "has" : "have");
}

std::string classes_text(const KeyMeasures& measures) {
  const auto below = [&](Row k) {
    return count_words(records_below(measures.sizes, k), measures.records);
  };
  return fmt::format(
             "Who shares their key columns with whom\n"
             "  {} share theirs with nobody else.\n"
             "  {} are in classes of fewer than 3, {} of fewer than 5; the smallest class has "
             "{}.\n",
             below(2), below(3), below(5), grouped(std::ranges::min(measures.sizes.records))) +
         gaps_text(measures) + "\n" + bars_text(measures);
}

std::string set_words(const KeyMeasures& measures, std::uint32_t set) {
  std::vector<std::string> names = names_in(measures, set);
  for (std::string& name : names) name = told(name);
  return fmt::format("{}", fmt::join(names, " + "));
}

std::string contributions_text(const KeyMeasures& measures) {
  std::vector<std::size_t> order(measures.keys.size());
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t j) { return measures.suda.contributions[j]; });
  std::string text = fmt::format("  {:<24} {:>8} {:>8}  {}\n", "key column", "values", "missing",
                                 "share of all scores");
  for (const std::size_t j : order) {
    const keys::KeyFacts& key = measures.keys[j];
    text += fmt::format("  {:<24} {:>8} {:>8}  {:>3.0f} %\n", told(key.name), grouped(key.levels),
                        grouped(key.missing), 100 * measures.suda.contributions[j]);
  }
  return text;
}

std::string suda_text(const KeyMeasures& measures) {
  constexpr std::size_t most = 5;
  const auto& suda = measures.suda;
  std::string text = "What singles records out (SUDA)\n";
  if (suda.sets.empty()) {
    return text +
           fmt::format("  No set of up to {} key columns singles out a record.\n", suda.largest);
  }
  text += fmt::format("  {} have values in some of the key columns that no other has{}.\n",
                      count_words(suda.records, measures.records),
                      gaps_text(measures).empty() ? "" : "; a gap matches nothing here");
  if (suda.largest < measures.keys.size()) {
    text += fmt::format("  Sets of up to {} key columns were looked at.\n", suda.largest);
  }
  text += contributions_text(measures) + "  The sets of key columns that single out most records\n";
  for (std::size_t s = 0; s < std::min(most, suda.sets.size()); ++s) {
    text += fmt::format("    {}: {}\n", set_words(measures, suda.sets[s].keys),
                        count_words(suda.sets[s].records, measures.records));
  }
  return text;
}

std::string population_text(const KeyMeasures& measures) {
  const std::size_t alone = records_below(measures.sizes, 2);
  if (measures.weight.empty()) {
    return "  The records are taken for everybody there is: no weight (--weight) says how many "
           "people each stands for.\n";
  }
  if (alone == 0) return "";
  const auto& [expected, interval] = measures.population;
  return fmt::format(
      "  By {}, of the {} that share theirs with nobody here about {:.{}f} (between {} and {} with "
      "95 % confidence) share them with nobody anywhere.\n",
      in_words(measures.weight), grouped(alone), expected, expected < 10 ? 1 : 0,
      grouped(static_cast<std::size_t>(interval.low)),
      grouped(static_cast<std::size_t>(interval.high)));
}

std::string risk_text(const KeyMeasures& measures) {
  return fmt::format(
             "What an intruder finds\n"
             "  Who knows the key columns of everybody, and takes for each record one of the "
             "people "
             "who share them, is right for about {}: the expected re-identifications.\n"
             "  The record most at risk is found with a probability of {:.2f}.\n",
             share_words(expected_reidentifications(measures), measures.records),
             std::ranges::max(measures.risks)) +
         population_text(measures);
}

std::string diversity_text(const KeyMeasures& measures) {
  if (!measures.diversity) return "";
  const keys::Diversity& diversity = *measures.diversity;
  const auto extremes = extremes_of(diversity, measures.groups);
  return fmt::format(
      "\nWhat classes tell about {}\n"
      "  {} are in classes that look alike and have one value of it (l = 1): who finds the class "
      "knows it. {} are in classes of at most two.\n"
      "  The least diverse class has {} of the {} values: entropy l {:.2f}, recursive l {} (c = "
      "2).\n"
      "  The class that differs most from the table is {:.2f} away from it (t; 0 is the same, 1 "
      "as far as can be).\n",
      in_words(diversity.column), count_words(extremes.of_one, measures.records),
      count_words(extremes.of_two, measures.records), extremes.distinct, grouped(diversity.values),
      extremes.entropy, extremes.recursive, extremes.closeness);
}

}  // namespace

std::string keys_text(const KeyMeasures& measures) {
  return classes_text(measures) + "\n" + risk_text(measures) + "\n" + suda_text(measures) +
         diversity_text(measures);
}

}  // namespace overhand::cli
