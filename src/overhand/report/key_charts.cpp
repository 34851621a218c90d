#include "overhand/report/key_charts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/keys/riskiest.h"
#include "overhand/report/risk_words.h"
#include "overhand/report/verdict.h"
#include "overhand/table/column_words.h"

namespace overhand::report {
namespace {

constexpr std::size_t most_risky = 20;
constexpr std::size_t most_sets = 10;

std::string key_names(const keys::KeyMeasures& measures) {
  std::vector<std::string> names;
  for (const keys::KeyFacts& key : measures.keys) names.push_back(key.name);
  return told(names);
}

Json of_hundred(double count, std::size_t records) {
  return std::round(1000 * count / static_cast<double>(records)) / 10;
}

// {"figure", "value", "of 100"}.
class FigureRows {
 public:
  explicit FigureRows(std::size_t records) : records_(records) {}

  void add(const std::string& words, const Json& value) { rows.push_back({words, value, nullptr}); }
  void add_share(const std::string& words, double count) {
    rows.push_back({words, rounded(count), of_hundred(count, records_)});
  }
  void add_count(const std::string& words, std::size_t count) {
    rows.push_back({words, count, of_hundred(static_cast<double>(count), records_)});
  }

  Json rows = Json::array();

 private:
  std::size_t records_;
};

void add_population(FigureRows& figures, const keys::KeyMeasures& measures) {
  if (measures.weight.empty()) return;
  const auto& [expected, interval] = measures.population;
  figures.add_share(
      fmt::format("alone in the population too, expected by {}", in_words(measures.weight)),
      expected);
  figures.add("the same, at least (95 % interval)", interval.low);
  figures.add("the same, at most (95 % interval)", interval.high);
}

void add_diversity(FigureRows& figures, const keys::KeyMeasures& measures) {
  if (!measures.diversity) return;
  const auto extremes = extremes_of(*measures.diversity, measures.groups);
  const std::string column = in_words(measures.diversity->column);
  figures.add_count("in classes that have one value of " + column + ", which is told",
                    extremes.of_one);
  figures.add_count("in classes that have one or two values of " + column, extremes.of_two);
  figures.add("fewest values of " + column + " in a class (l)", extremes.distinct);
  figures.add("farthest class from the whole table in " + column + " (t, 0 the same … 1)",
              rounded(extremes.closeness));
}

Chart figures_of(const keys::KeyMeasures& measures, Row k) {
  FigureRows figures(measures.records);
  const auto& sizes = measures.sizes;
  figures.add("records", measures.records);
  figures.add("records in the smallest class", std::ranges::min(sizes.records));
  figures.add_count("alone with their keys", records_below(sizes, 2));
  std::vector<Row> limits = {3, 5, k};
  std::ranges::sort(limits);
  const auto repeated = std::ranges::unique(limits);
  limits.erase(repeated.begin(), repeated.end());
  for (const Row limit : limits) {
    if (limit <= 2) continue;
    figures.add_count(fmt::format("in classes of fewer than {}", limit),
                      records_below(sizes, limit));
  }
  figures.add_share("found by who knows the keys of everybody, expected",
                    expected_reidentifications(measures));
  figures.add("highest chance to be found of a record (0 … 1)",
              rounded(std::ranges::max(measures.risks)));
  add_population(figures, measures);
  add_diversity(figures, measures);
  return {"key-figures",
          "In figures",
          measures.weight.empty()
              ? "The records are taken for everybody there is: no weight says how many people each "
                "stands for."
              : fmt::format("Each record stands for as many people as {} says.",
                            in_words(measures.weight)),
          "Table of what is measured over the keys.",
          nullptr,
          {{"figure", "value", "of 100"}, figures.rows}};
}

std::string set_text(const keys::KeyMeasures& measures, std::uint32_t set) {
  std::vector<std::string> names = names_in(measures, set);
  for (std::string& name : names) name = told(name);
  return fmt::format("{}", fmt::join(names, " + "));
}

Chart sets_of(const keys::KeyMeasures& measures) {
  Chart chart{"key-sets",
              "By which keys",
              "In these columns together so many records have values that nobody else has. The "
              "fewer columns it takes, the sooner somebody knows them: make those coarser that "
              "stand here most often.",
              "Table of the sets of key columns that single out most records.",
              nullptr,
              {{"columns", "records", "of 100"}}};
  for (const keys::UniqueSet& set : measures.suda.sets) {
    if (chart.table.rows.size() == most_sets) break;
    chart.table.rows.push_back({set_text(measures, set.keys), set.records,
                                of_hundred(static_cast<double>(set.records), measures.records)});
  }
  return chart;
}

std::string found_by(const keys::KeyMeasures& measures, const keys::RiskyRecord& record) {
  if (record.sets.empty()) return record.sharing > 1 ? "all keys, with others" : "all keys";
  constexpr std::size_t most_told = 3;
  std::vector<std::string> sets;
  for (const std::uint32_t set : record.sets) {
    if (sets.size() == most_told) break;
    sets.push_back(set_text(measures, set));
  }
  const std::size_t more = record.sets.size() - sets.size();
  return fmt::format("{}{}", fmt::join(sets, "; or "),
                     more > 0 ? fmt::format("; or {} more", more) : "");
}

Chart records_at_risk(const KeySubject& subject, const std::vector<keys::RiskyRecord>& records) {
  const bool has_sources = subject.sources != nullptr;
  const std::size_t below = records_below(subject.measures.sizes, subject.k);
  Chart chart{"key-records",
              "Records most at risk",
              fmt::format("{} of the {} that share their keys with fewer than {}, the first record "
                          "of a table being row 1. This list is in the internal report alone.",
                          grouped(records.size()), grouped(below), subject.k),
              "Table of the rows most at risk and the key columns that single them out.",
              nullptr,
              {}};
  chart.table.columns = {has_sources ? "masked row" : "row"};
  if (has_sources) chart.table.columns.emplace_back("original row");
  for (const char* name : {"singled out by", "sharing its keys", "chance to be found"}) {
    chart.table.columns.emplace_back(name);
  }
  for (const keys::RiskyRecord& record : records) {
    Json row = {(subject.rows != nullptr ? (*subject.rows)[record.row] : record.row) + 1};
    if (has_sources) row.push_back((*subject.sources)[record.row] + 1);
    row.push_back(found_by(subject.measures, record));
    row.push_back(record.sharing);
    row.push_back(rounded(record.risk));
    chart.table.rows.push_back(std::move(row));
  }
  return chart;
}

std::string section_sentence(const keys::KeyMeasures& measures) {
  return fmt::format(
      "Whoever knows a person by {} looks for the records that have the same: a class. The smaller "
      "it is, the likelier the person is found. A gap matches every value.",
      key_names(measures));
}

bool has_sources(const Subject& subject) {
  return subject.masked.lineage && subject.sources != Sources::strangers;
}

// The rows of the masked table, of those with one source the first.
Lineage rows_of_persons(const Subject& subject) {
  const std::size_t count = subject.masked.table.row_count();
  if (!has_sources(subject)) return same_rows(count);
  std::vector<bool> is_seen(subject.original.row_count(), false);
  Lineage rows;
  for (Row row = 0; row < count; ++row) {
    const Row source = (*subject.masked.lineage)[row];
    if (!is_seen[source]) rows.push_back(row);
    is_seen[source] = true;
  }
  return rows;
}

// The rows of the original's file that these come from.
std::optional<Lineage> sources_of(const Subject& subject, const Lineage& rows) {
  if (!has_sources(subject)) return std::nullopt;
  Lineage sources;
  for (const Row row : rows) {
    const Row source = (*subject.masked.lineage)[row];
    sources.push_back(subject.original_rows ? (*subject.original_rows)[source] : source);
  }
  return sources;
}

std::string counted_words(const Subject& subject, const Lineage& rows) {
  const std::size_t again = subject.masked.table.row_count() - rows.size();
  if (!has_sources(subject)) {
    return " Counted are the records that go out; which of them come from one person is not known.";
  }
  if (again == 0) return "";
  return fmt::format(
      " {} of the {} records that go out come from the same original record as another one: they "
      "are counted once, since they help nobody to hide.",
      grouped(again), grouped(subject.masked.table.row_count()));
}

constexpr auto section_title = "Who shares the keys";

Json section_without_figures(const std::string& why) {
  return section_json("keys", section_title, "Not measured: " + why, {});
}

}  // namespace

Chart class_size_chart(const keys::ClassSizes& sizes, Row k) {
  const std::string few = fmt::format("fewer than {}", k);
  const std::string enough = fmt::format("{} or more", k);
  Json rows = Json::array();
  Json order = Json::array();
  ChartTable table{{"records in the class", "records", few}};
  std::size_t below = records_below(sizes, k);
  for (const keys::SizeBar& bar : size_bars(sizes)) {
    const std::string size = words_for(bar);
    const std::size_t red = std::min(below, bar.records);
    below -= red;
    order.push_back(size);
    rows.push_back({{"size", size}, {"records", red}, {"shared", few}});
    rows.push_back({{"size", size}, {"records", bar.records - red}, {"shared", enough}});
    table.rows.push_back({size, bar.records, red});
  }
  Json spec = spec_with(rows, 320, 180);
  spec["mark"] = "bar";
  Json x = channel("size", "ordinal", "records that share the same keys");
  x["sort"] = order;
  Json fill = channel("shared", "nominal", "the keys are shared by");
  fill["scale"] = {{"domain", {few, enough}}, {"range", {colour::risk, colour::ceiling}}};
  spec["encoding"] = {
      {"x", x}, {"y", channel("records", "quantitative", "records")}, {"color", fill}};
  return {"class-sizes",
          "Records by the size of their class",
          fmt::format("**{}** of {} records share their keys with fewer than {}, themselves "
                      "counted: the red bars on the left.",
                      grouped(records_below(sizes, k)), grouped(sizes.records.size()), k),
          fmt::format("Bar chart of the records by how many share their keys; {} of {} are in "
                      "classes of fewer than {}.",
                      grouped(records_below(sizes, k)), grouped(sizes.records.size()), k),
          spec,
          table};
}

Result<Json> keys_section(const KeySubject& subject, Audience audience) {
  const keys::KeyMeasures& measures = subject.measures;
  std::vector<Chart> charts = {class_size_chart(measures.sizes, subject.k),
                               figures_of(measures, subject.k)};
  if (audience == Audience::internal) {
    if (!measures.suda.sets.empty()) charts.push_back(sets_of(measures));
    const auto records = keys::riskiest(subject.table, measures, subject.k, most_risky);
    if (!records) return records.error();
    if (!records->empty()) charts.push_back(records_at_risk(subject, *records));
  }
  return section_json("keys", section_title, section_sentence(measures), charts);
}

Result<Json> keys_report_json(const KeySubject& subject, const std::vector<Detail>& details) {
  const keys::KeyMeasures& measures = subject.measures;
  const auto section = keys_section(subject, Audience::internal);
  if (!section) return section.error();
  Json all = Json::array();
  for (const auto& [name, value] : details) all.push_back({{"name", name}, {"value", value}});
  const std::size_t alone = records_below(measures.sizes, 2);
  Verdict verdict;
  verdict.level = Level::unknown;
  verdict.headline = "Not judged: this is what the keys tell, and nothing is masked here.";
  verdict.facts =
      fmt::format("{} records, known by {}.", grouped(measures.records), key_names(measures));
  verdict.intruder = {
      fmt::format("Who knows these columns of a person finds the record of **{}** of {}: nobody "
                  "else here has the same.",
                  grouped(alone), grouped(measures.records))};
  verdict.limits = {"What other columns tell is not counted here."};
  return Json{{"schema", 1},
              {"title", "Overhand: what the keys tell"},
              {"audience", "internal"},
              {"verdict", verdict_json(verdict)},
              {"sections", Json::array({*section})},
              {"details", all},
              {"notes", Json::array()}};
}

Result<Json> masked_keys_section(const Subject& subject, Audience audience,
                                 const Progress& progress) {
  const Structure& structure = subject.structure;
  const auto names = keys::keys_in(subject.masked.table, structure);
  if (names.empty()) return Json();
  const Lineage rows = rows_of_persons(subject);
  const Table table = gather(subject.masked.table, rows);
  auto measures = keys::measure_keys(table, {names, structure.weight}, progress);
  if (!measures && !structure.weight.empty()) {
    // A weight of 0, or one that is not given out: without, each record counts as one person.
    measures = keys::measure_keys(table, {names}, progress);
  }
  if (!measures && measures.error().kind == ErrorKind::cancelled) return measures.error();
  if (!measures) return section_without_figures(measures.error().message);
  const auto sources = sources_of(subject, rows);
  const KeySubject keys{table, *measures, structure.k > 0 ? static_cast<Row>(structure.k) : usual_k,
                        &rows, sources ? &*sources : nullptr};
  auto section = keys_section(keys, audience);
  if (section) (*section)["sentence"] = section_sentence(*measures) + counted_words(subject, rows);
  return section;
}

}  // namespace overhand::report
