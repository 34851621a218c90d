#include "overhand/study/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using tuning::Reading;

// The paper's measures and scores, in the order of the catalogue.
bool is_in_tables(const evaluation::Measure& measure) { return !measure.is_other; }

// The names of their columns.
std::string measures() {
  std::vector<std::string> names;
  for (const auto& measure : evaluation::measures()) {
    if (is_in_tables(measure)) names.push_back(measure.name);
  }
  return fmt::format("{}", fmt::join(names, ","));
}

std::string measured(const evaluation::Measurements& measurements) {
  std::vector<std::string> cells;
  for (const auto& one : measurements.all) {
    if (is_in_tables(measure_of(one.id))) cells.push_back(fmt::format("{}", one.value));
  }
  return fmt::format("{}", fmt::join(cells, ","));
}

// Between quotes where it needs them, and quotes in it twice.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

// As the tables have always called it.
const char* word_of(Reading reading) {
  return reading == Reading::as_published ? "paper" : "honest";
}

std::string scores(const ExperimentResult& result) {
  std::string text =
      fmt::format("reading,method,family,setting,tables_under_ceiling,pairing,{}\n", measures());
  for (const Reading reading : both_readings) {
    for (const auto& standing : ranking(result, reading, all_families)) {
      const auto& median = deciding(standing.chosen->point.median, reading);
      const auto& entrant = standing.method->entrant;
      text += fmt::format("{},{},{},{},{},{},{}\n", word_of(reading), entrant.name,
                          name_of(entrant.family),
                          quoted(setting_text(*standing.method, *standing.chosen)),
                          standing.chosen->tables_under, name_of(median.pairing), measured(median));
    }
  }
  return text;
}

std::string all_options(const tuning::Point& point) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : point.options) {
    parts.push_back(fmt::format("{}={}", name, masking::text_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string grid(const ExperimentResult& result) {
  std::string text = fmt::format("reading,method,setting,failure,{}\n", measures());
  for (const auto& method : result.methods) {
    for (const auto& point : method.points) {
      const std::string start =
          fmt::format("{},{}", method.entrant.name, quoted(all_options(point)));
      if (point.failure) {
        text += fmt::format("both,{},{}{}\n", start, quoted(point.failure->message),
                            std::string(12, ','));
        continue;
      }
      for (const Reading reading : both_readings) {
        text += fmt::format("{},{},,{}\n", word_of(reading), start,
                            measured(deciding(point.median, reading)));
      }
    }
  }
  return text;
}

std::string replicates(const ExperimentResult& result) {
  std::string text = fmt::format("reading,method,replicate,{}\n", measures());
  for (const Reading reading : both_readings) {
    for (const auto& standing : ranking(result, reading, all_families)) {
      std::size_t number = 0;
      for (const auto& replicate : standing.chosen->point.replicates) {
        text += fmt::format("{},{},{},{}\n", word_of(reading), standing.method->entrant.name,
                            ++number, measured(deciding(replicate, reading)));
      }
    }
  }
  return text;
}

std::string threshold_table(const Thresholds& thresholds) {
  std::string text = "max_risk,percent\n";
  for (const auto& threshold : thresholds.chosen) {
    const auto percent = percent_of(thresholds, threshold);
    text += fmt::format("{},{}\n", threshold.max_risk, percent ? fmt::format("{}", *percent) : "");
  }
  return text;
}

std::string threshold_curve(const Thresholds& thresholds) {
  std::string text = fmt::format("percent,{}\n", measures());
  for (const auto& point : thresholds.points) {
    if (point.failure) continue;
    text += fmt::format("{},{}\n", masking::text_of(point.options.at("percent")),
                        measured(point.median.as_published));
  }
  return text;
}

std::string order_table(const std::vector<Orders>& all) {
  std::string text = "experiment,table,order,masking,cart,sjppds\n";
  for (const auto& orders : all) {
    for (const auto& row : orders.rows) {
      for (std::size_t i = 0; i < std::min(row.cart.size(), row.sjppds.size()); ++i) {
        text += fmt::format("{},{},{},{},{},{}\n", orders.experiment, row.table + 1,
                            quoted(row.order), i + 1, row.cart[i], row.sjppds[i]);
      }
    }
  }
  return text;
}

std::string permutation_table(const RestrictedPermutation& example) {
  std::string text = "x1,x2,bin_of_x2,permuted_x1\n";
  for (std::size_t i = 0; i < example.x1.size(); ++i) {
    text += fmt::format("{},{},{},{}\n", example.x1[i], example.x2[i], example.bins2[i],
                        example.permuted[i]);
  }
  return text;
}

std::string cloud_table(const std::vector<Cloud>& clouds) {
  std::string text = "table,x1,x2\n";
  for (const auto& cloud : clouds) {
    for (std::size_t i = 0; i < cloud.x1.size(); ++i) {
      text += fmt::format("{},{:.6f},{:.6f}\n", cloud.label, cloud.x1[i], cloud.x2[i]);
    }
  }
  return text;
}

std::string glm_table(const std::vector<GlmRow>& rows) {
  std::string text = "experiment,method,ps_damped,ps_glm,diverged,overall_damped,overall_glm\n";
  for (const auto& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{}\n", row.experiment, row.method,
                        value_of(row.damped, MeasureId::ps), value_of(row.glm, MeasureId::ps),
                        row.diverged, value_of(row.damped, MeasureId::overall_score),
                        value_of(row.glm, MeasureId::overall_score));
  }
  return text;
}

std::string unsorted_table(const std::vector<Unsorted>& rows) {
  std::string text = "experiment,method,as_they_lie,sorted,by_source\n";
  for (const auto& row : rows) {
    text += fmt::format("{},{},{},{},{}\n", row.experiment, row.method, row.as_they_lie, row.sorted,
                        row.by_source ? fmt::format("{}", *row.by_source) : "");
  }
  return text;
}

std::string timing_table(const std::vector<Timing>& timings) {
  std::string text = "series,method,rows,columns,bins,replication,seconds\n";
  for (const auto& [series, method, size, seconds] : timings) {
    for (std::size_t r = 0; r < seconds.size(); ++r) {
      text += fmt::format("{},{},{},{},{},{},{:.6f}\n", series, method, size.rows, size.columns,
                          size.bins, r + 1, seconds[r]);
    }
  }
  return text;
}

}  // namespace

std::vector<CsvFile> tables_of(const Study& study) {
  std::vector<CsvFile> files;
  for (const auto& result : study.experiments) {
    files.push_back({result.name + "_scores.csv",
                     result.title + ": the chosen setting of each method", scores(result)});
    files.push_back(
        {result.name + "_grid.csv", result.title + ": medians of every setting", grid(result)});
    files.push_back({result.name + "_replicates.csv",
                     result.title + ": every masking of the chosen settings", replicates(result)});
  }
  if (study.thresholds) {
    files.push_back({"thresholds.csv", "Noise on Census: the choice at three ceilings",
                     threshold_table(*study.thresholds)});
    files.push_back({"thresholds_curve.csv", "Noise on Census: medians by percent",
                     threshold_curve(*study.thresholds)});
  }
  if (!study.orders.empty()) {
    files.push_back(
        {"orders.csv", "Overall scores over orders of the columns", order_table(study.orders)});
  }
  if (study.permutation) {
    files.push_back({"permutation.csv", "Table 1: a restricted permutation",
                     permutation_table(*study.permutation)});
    files.push_back({"permutation_clouds.csv",
                     "Figure 2: points before and after restricted permutations",
                     cloud_table(study.clouds)});
  }
  if (!study.unsorted.empty()) {
    files.push_back(
        {"unsorted.csv", "Risk score by three pairings", unsorted_table(study.unsorted)});
  }
  if (!study.glm.empty()) {
    files.push_back(
        {"ps_by_glm.csv", "PS by a damped fit and as R's glm gives it", glm_table(study.glm)});
  }
  if (!study.timings.empty()) {
    files.push_back(
        {"timing.csv", "Processor seconds of every timed masking", timing_table(study.timings)});
  }
  return files;
}

}  // namespace overhand::study
