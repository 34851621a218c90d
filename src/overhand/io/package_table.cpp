#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "overhand/io/arrow_table_internal.h"
#include "overhand/io/package_calendar_internal.h"
#include "overhand/io/package_table_internal.h"
#include "overhand/io/package_values_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Shows = Counting::Shows;

struct Limits {
  std::size_t text;
  std::size_t variable_label;  // in bytes
  std::size_t value_label;
  std::size_t labels;
};

Limits limits_of(Package package) {
  constexpr std::size_t any = std::numeric_limits<std::int32_t>::max();
  return package == Package::stata ? Limits{2'000'000'000, 320, 32'000, 65'536}
                                   : Limits{32'767, 256, 120, any};
}

// One column on its way to a package.
class PackageConversion {
 public:
  PackageConversion(const Column& column, Package package)
      : column_(column),
        labels_(column.labels == nullptr ? Labels{} : *column.labels),
        package_(package),
        limits_(limits_of(package)),
        is_at_home_(labels_.package == package) {}

  Result<PackageVariable> variable() {
    made_.name = column_.name;
    made_.label = labels_.variable;
    if (made_.label.size() > limits_.variable_label) return error("has a label that is too long");
    if (auto given = give_values(); !given) return given.error();
    if (auto labelled = check_labels(); !labelled) return labelled.error();
    describe();
    return std::move(made_);
  }

 private:
  Error error(const std::string& what) const {
    return {ErrorKind::invalid_data,
            fmt::format("{} {}, which {} has no place for; leave it out, or write another format, "
                        "such as .parquet.",
                        overhand::in_words(column_.name), what, io::in_words(package_)),
            {.column = column_.name}};
  }

  Status give_values() {
    const Shows shows = shown_as(column_);
    if (shows != Shows::number && !usual_display(package_, shows).empty()) return give_times(shows);
    if (std::holds_alternative<type::Category>(column_.type)) return give_category();
    if (has_integers_beyond_reals(column_)) return error("has whole numbers beyond 2^53");
    if (has_decimals_beyond_reals(column_)) {
      return error("has decimals of more digits than a number keeps");
    }
    if (auto numbers = numbers_in_texts(column_)) return give_numbers(*std::move(numbers), false);
    made_.values = labels_.values;
    if (const auto* texts = std::get_if<Texts>(&column_.values)) return give_texts(*texts);
    const bool is_whole = storage_of(column_.values) == Storage::integers || is_of_integers();
    return give_numbers(numbers_of(column_.values), is_whole);
  }

  bool is_of_integers() const {
    return column_.format == "c" || column_.format == "s" || column_.format == "i";
  }

  Status give_times(Shows shows) {
    const auto* moment = std::get_if<type::Timestamp>(&column_.type);
    if (moment != nullptr && !moment->zone.empty()) return error("has moments of a time zone");
    Counting counting = usual_counting(package_, shows);
    made_.display = usual_display(package_, shows);
    const Counting own = counting_of(package_, is_at_home_ ? labels_.display : "");
    if (own.shows != Shows::number) {
      counting = own;
      made_.display = labels_.display;
    }
    auto counts = counts_of(column_, counting);
    if (!counts) return error("has moments in finer parts of a second");
    return give_numbers(*std::move(counts), counting.per_day == 1);
  }

  Status give_category() {
    const auto& texts = std::get<Texts>(column_.values);
    const bool has_values = labels_.values.size() == texts.dictionary().size();
    const bool has_numbers = has_values && are_numbers(labels_.values);
    if (has_numbers) return give_labelled_numbers(texts);
    if (has_values && package_ == Package::spss) return give_labelled_texts(texts);
    if (!can_label(texts)) return give_texts(texts);
    const Texts used = without_unused_levels(texts);
    made_.values = numbered_labels(used.dictionary());
    return give_numbers(numbered_codes(used), true);
  }

  bool can_label(const Texts& texts) const {
    if (texts.dictionary().size() > limits_.labels) return false;
    for (std::size_t code = 0; code < texts.dictionary().size(); ++code) {
      const std::string_view label = texts.dictionary()[code];
      if (label.empty() || label.size() > limits_.value_label || has_zero(label)) return false;
    }
    return true;
  }

  Status give_labelled_numbers(const Texts& texts) {
    for (const ValueLabel& value : labels_.values) {
      if (!value.label.empty()) made_.values.push_back(value);
    }
    Reals numbers(texts.size(), missing_real);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      const Code code = texts.codes()[row];
      if (is_missing(code)) continue;
      numbers[row] = std::get<double>(labels_.values[static_cast<std::size_t>(code)].value);
    }
    const bool is_whole = is_of_integers() || (!is_at_home_ && are_whole(numbers));
    return give_numbers(std::move(numbers), is_whole);
  }

  Status give_labelled_texts(const Texts& texts) {
    auto originals = std::make_shared<Dictionary>();
    for (const ValueLabel& value : labels_.values) {
      originals->append(std::get<std::string>(value.value));
      if (!value.label.empty()) made_.values.push_back(value);
    }
    return give_texts(Texts(texts.codes(), std::move(originals)));
  }

  Status give_numbers(Reals numbers, bool is_whole) {
    made_.numbers = with_tags_of(package_, std::move(numbers));
    if (package_ == Package::spss) {
      made_.format = "g";
      return fits_spss(made_.numbers) ? Status(Done{}) : error("has infinite values");
    }
    if (is_whole) {
      made_.format = whole_format(made_.numbers, column_.format);
    } else {
      made_.format = column_.format == "f" && fit_singles(made_.numbers) ? "f" : "g";
    }
    return fits_stata(made_.numbers) ? Status(Done{}) : error("has numbers beyond 8.9e307");
  }

  Status give_texts(const Texts& texts) {
    const Texts used = without_unused_levels(texts);
    std::size_t longest = 0;
    for (std::size_t code = 0; code < used.dictionary().size(); ++code) {
      const std::string_view text = used.dictionary()[code];
      longest = std::max(longest, text.size());
      if (has_zero(text)) return error("has texts with zero bytes");
    }
    if (longest > limits_.text) return error("has texts that are too long");
    constexpr std::size_t longest_in_record = 2045;
    const bool was_apart = is_at_home_ && column_.format == "U";
    const bool is_apart = package_ == Package::stata && (was_apart || longest > longest_in_record);
    made_.format = is_apart ? "U" : "u";
    made_.bytes = std::max({longest, is_at_home_ ? labels_.bytes : 0, std::size_t{1}});
    made_.texts = used;
    return Done{};
  }

  Status check_labels() {
    if (package_ == Package::spss) {  // it has no tagged missing values
      std::erase_if(made_.values, [](const ValueLabel& value) {
        const auto* number = std::get_if<double>(&value.value);
        return number != nullptr && is_missing(*number);
      });
    } else if (!are_numbers(made_.values)) {
      made_.values.clear();  // of texts, which it does not label
    } else if (!can_be_keys(made_.values)) {
      return error("has labels of numbers that are not whole");
    }
    const auto is_too_long = [&](const ValueLabel& value) {
      return value.label.size() > limits_.value_label;
    };
    if (std::ranges::any_of(made_.values, is_too_long)) {
      return error("has labels of values that are too long");
    }
    return Done{};
  }

  // A masked value that came to lie where the file declares values missing is there all the same.
  bool still_holds(const DeclaredMissing& declared) const {
    const auto* low = std::get_if<double>(&declared.low);
    const auto* high = std::get_if<double>(&declared.high);
    if (column_.role != Role::mask || low == nullptr || high == nullptr) return true;
    return std::ranges::none_of(made_.numbers,
                                [&](double value) { return value >= *low && value <= *high; });
  }

  void describe() {
    if (made_.display.empty()) {
      made_.display = made_.is_text() ? text_display(labels_, package_, made_.bytes)
                                      : number_display(labels_, package_, made_.numbers);
    }
    if (!made_.values.empty()) made_.set = is_at_home_ ? labels_.set : column_.name;
    made_.measure = is_at_home_ ? labels_.measure : usual_measure(column_.type);
    if (!is_at_home_) return;
    made_.columns = labels_.columns;
    std::ranges::copy_if(labels_.missing, std::back_inserter(made_.missing),
                         [&](const DeclaredMissing& declared) { return still_holds(declared); });
  }

  const Column& column_;
  const Labels labels_;
  Package package_;
  Limits limits_;
  bool is_at_home_;  // its labels are of this package
  PackageVariable made_;
};

// Sets of one name have the same labels: others get a name of their own.
void separate_sets(std::vector<PackageVariable>& variables) {
  std::map<std::string, const std::vector<ValueLabel>*> sets;
  std::size_t number = 0;
  for (PackageVariable& variable : variables) {
    if (variable.values.empty()) continue;
    while (
        variable.set.empty() ||
        !are_same(*sets.emplace(variable.set, &variable.values).first->second, variable.values)) {
      variable.set = fmt::format("labels{}", ++number);
    }
  }
}

std::vector<Role> roles_of(const Table& table) {
  std::vector<Role> roles;
  for (const Column& column : table.columns()) roles.push_back(column.role);
  return roles;
}

}  // namespace

Result<std::vector<PackageVariable>> package_variables(const Table& table, Package package) {
  if (auto checked = check_names(column_names(table), package); !checked) return checked.error();
  std::vector<PackageVariable> variables;
  for (const Column& column : table.columns()) {
    auto variable = PackageConversion(with_numbers_of_texts(column), package).variable();
    if (!variable) return variable.error();
    variables.push_back(*std::move(variable));
  }
  separate_sets(variables);
  leave_out_labels(variables, roles_of(table));
  return variables;
}

}  // namespace overhand::io
