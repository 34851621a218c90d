#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "overhand/io/package_calendar_internal.h"
#include "overhand/io/readstat_column_internal.h"

namespace overhand::io {
namespace {

// Numbers by size, then tagged missing values, then texts.
struct BeforeInSet {
  static double rank(double value) { return is_missing(value) ? missing_tag(value) : value; }
  bool operator()(double a, double b) const {
    if (is_missing(a) != is_missing(b)) return is_missing(b);
    return rank(a) < rank(b);
  }
  bool operator()(const std::string& a, const std::string& b) const { return a < b; }
  template <class A, class B>
  bool operator()(const A&, const B&) const {
    return std::is_same_v<A, double>;
  }
  bool operator()(const LabelledValue& a, const LabelledValue& b) const {
    return std::visit(*this, a, b);
  }
};

std::string text_of(const LabelledValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  return is_missing(number) ? fmt::format(".{}", missing_tag(number)) : fmt::format("{}", number);
}

// The levels that a set of labels makes, with the values that occur.
class Levels {
 public:
  Levels(const std::vector<ValueLabel>& labels, const Labels& declared) : declared_(declared) {
    for (const ValueLabel& value : labels) of_value_.emplace(value.value, value);
  }

  // Whether the value can be a level: it has a label, or is one of those that stand for a gap.
  bool add(const LabelledValue& value) {
    const bool is_gap = is_tagged(value) || is_declared_missing(declared_, value);
    has_values_ = has_values_ || !is_gap;
    const auto [at, is_new] = of_value_.emplace(value, ValueLabel{value, ""});
    return is_gap || !at->second.label.empty();
  }

  // None where two values have one label, or no value has any.
  bool finish() {
    std::set<std::string> texts;
    for (const auto& [value, labelled] : of_value_) {
      const std::string text = labelled.label.empty() ? text_of(value) : labelled.label;
      if (!texts.insert(text).second) return false;
      codes_[value] = static_cast<Code>(dictionary_->size());
      dictionary_->append(text);
    }
    return has_values_;
  }

  Code code_of(const LabelledValue& value) const { return codes_.at(value); }
  std::shared_ptr<const Dictionary> dictionary() const { return dictionary_; }
  std::vector<ValueLabel> in_order() const {
    std::vector<ValueLabel> all;
    for (const auto& [value, labelled] : of_value_) all.push_back(labelled);
    return all;
  }

 private:
  const Labels& declared_;
  std::map<LabelledValue, ValueLabel, BeforeInSet> of_value_;
  std::map<LabelledValue, Code, BeforeInSet> codes_;
  std::shared_ptr<Dictionary> dictionary_ = std::make_shared<Dictionary>();
  bool has_values_ = false;
};

bool is_gap(double value) { return is_missing(value) && missing_tag(value) == '\0'; }

std::optional<Column> category(const Reals& numbers, Labels& labels) {
  Levels levels(labels.values, labels);
  std::set<double, BeforeInSet> distinct;
  for (const double value : numbers) {
    if (is_gap(value) || !distinct.insert(value).second) continue;
    if (!levels.add(value)) return std::nullopt;
  }
  if (!levels.finish()) return std::nullopt;
  std::vector<Code> codes(numbers.size(), missing_code);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (!is_gap(numbers[row])) codes[row] = levels.code_of(numbers[row]);
  }
  labels.values = levels.in_order();
  const bool is_ordered = labels.measure == Measure::ordinal;
  return Column("", type::Category{is_ordered}, Texts(std::move(codes), levels.dictionary()));
}

std::optional<Column> category(const Texts& texts, Labels& labels) {
  Levels levels(labels.values, labels);
  const auto counts = texts.level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    if (!levels.add(std::string(texts.dictionary()[code]))) return std::nullopt;
  }
  if (!levels.finish()) return std::nullopt;
  std::vector<Code> codes(texts.size(), missing_code);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (texts[row]) codes[row] = levels.code_of(std::string(*texts[row]));
  }
  labels.values = levels.in_order();
  const bool is_ordered = labels.measure == Measure::ordinal;
  return Column("", type::Category{is_ordered}, Texts(std::move(codes), levels.dictionary()));
}

void clear_declared_missing(Reals& numbers, const Labels& labels) {
  for (double& value : numbers) {
    if (is_missing(value) || is_declared_missing(labels, value)) value = missing_real;
  }
}

Texts without_declared_missing(const Texts& texts, const Labels& labels) {
  if (labels.missing.empty()) return texts;
  TextsBuilder left;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const bool is_declared = texts[row] && is_declared_missing(labels, std::string(*texts[row]));
    left.append(is_declared ? std::nullopt : texts[row]);
  }
  return std::move(left).finish();
}

bool has_tags(const Reals& numbers) {
  return std::ranges::any_of(numbers, [](double value) { return missing_tag(value) != '\0'; });
}

// Bytes, shorts and longs are whole; a tagged missing value needs a real to be in.
Column number_column(Reals numbers, const std::string& format) {
  const bool is_whole = format == "c" || format == "s" || format == "i";
  if (!is_whole || has_tags(numbers)) return Column("", std::move(numbers));
  Integers whole(numbers.size(), missing_integer);
  for (std::size_t row = 0; row < whole.size(); ++row) {
    if (!is_missing(numbers[row])) whole[row] = static_cast<std::int64_t>(numbers[row]);
  }
  return Column("", std::move(whole));
}

Column column_of_numbers(Reals numbers, const std::string& format, bool is_number, Labels& labels) {
  const Counting counting = counting_of(labels.package, labels.display);
  if (counting.shows != Counting::Shows::number && !has_tags(numbers)) {
    const Cells<double> counts(numbers);
    if (auto column = column_in_calendar(counts, counting)) {
      if (column->format.empty()) column->format = format;
      return *std::move(column);
    }
  }
  const bool can_be_category = !is_number && !labels.values.empty();
  auto column = can_be_category ? category(numbers, labels) : std::nullopt;
  if (!column) column = number_column(std::move(numbers), format);
  column->format = format;
  return *std::move(column);
}

Column column_of_texts(const Texts& texts, const std::string& format, Labels& labels) {
  auto column = labels.values.empty() ? std::nullopt : category(texts, labels);
  if (!column) column = Column("", texts);
  column->format = format;
  return *std::move(column);
}

}  // namespace

bool is_declared_missing(const Labels& labels, const LabelledValue& value) {
  return std::ranges::any_of(labels.missing, [&](const DeclaredMissing& declared) {
    const BeforeInSet is_before;
    return !is_before(value, declared.low) && !is_before(declared.high, value);
  });
}

Column column_of(const StatVariable& variable, const std::vector<ValueLabel>& value_labels,
                 StatCells cells, const Wanted& wanted) {
  Labels labels = variable.labels;
  labels.values = value_labels;
  std::ranges::stable_sort(labels.values, BeforeInSet{}, &ValueLabel::value);
  Column column;
  if (variable.is_text()) {
    column = column_of_texts(
        wanted.is_kept ? cells.texts : without_declared_missing(cells.texts, labels),
        variable.format, labels);
  } else {
    if (!wanted.is_kept) clear_declared_missing(cells.numbers, labels);
    column = column_of_numbers(std::move(cells.numbers), variable.format, wanted.is_number, labels);
  }
  column.labels = std::make_shared<const Labels>(std::move(labels));
  return column;
}

}  // namespace overhand::io
