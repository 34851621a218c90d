#include <algorithm>

#include "overhand/io/plain_gaps_internal.h"
#include "overhand/io/readstat_column_internal.h"

namespace overhand::io {
namespace {

// Stata takes SAS's kinds too.
bool keeps_kinds(const Format& format, Package package) {
  return format.file == (package == Package::spss ? FileFormat::sav : FileFormat::dta);
}

std::optional<Values> with_gaps(const Cells<double>& numbers, const Labels& labels) {
  std::vector<double> left(numbers.begin(), numbers.end());
  bool is_changed = false;
  for (double& value : left) {
    const bool is_kind =
        is_missing(value) ? missing_tag(value) != '\0' : is_declared_missing(labels, value);
    if (!is_kind) continue;
    value = missing_real;
    is_changed = true;
  }
  if (!is_changed) return std::nullopt;
  return Cells<double>(std::move(left));
}

// Whether each level of a column of texts is to be a gap.
std::vector<bool> levels_to_gaps(const Column& column, const Format& format) {
  const Labels& labels = *column.labels;
  const Dictionary& levels = std::get<Texts>(column.values).dictionary();
  const bool is_category = std::holds_alternative<type::Category>(column.type);
  const bool has_values = is_category && labels.values.size() == levels.size();
  std::vector<bool> are_gaps(levels.size());
  for (std::size_t code = 0; code < levels.size(); ++code) {
    if (!has_values) {
      are_gaps[code] = is_declared_missing(labels, std::string(levels[code]));
    } else if (is_tagged(labels.values[code].value)) {
      are_gaps[code] = format.file == FileFormat::sav;
    } else {
      const ValueLabel& value = labels.values[code];
      are_gaps[code] = value.label.empty() && is_declared_missing(labels, value.value);
    }
  }
  return are_gaps;
}

std::optional<Values> with_gaps(const Column& column, const Format& format) {
  const auto& texts = std::get<Texts>(column.values);
  const auto are_gaps = levels_to_gaps(column, format);
  std::vector<Code> codes(texts.codes().begin(), texts.codes().end());
  bool is_changed = false;
  for (Code& code : codes) {
    if (is_missing(code) || !are_gaps[static_cast<std::size_t>(code)]) continue;
    code = missing_code;
    is_changed = true;
  }
  if (!is_changed) return std::nullopt;
  return Texts(std::move(codes), texts.shared_dictionary());
}

}  // namespace

std::optional<Column> with_plain_gaps(const Column& column, const Format& format) {
  const Labels* labels = column.labels.get();
  if (column.role != Role::keep || labels == nullptr) return std::nullopt;
  if (labels->package == Package::none || keeps_kinds(format, labels->package)) return std::nullopt;
  std::optional<Values> left;
  if (const auto* numbers = std::get_if<Cells<double>>(&column.values)) {
    left = with_gaps(*numbers, *labels);
  } else if (std::holds_alternative<Texts>(column.values)) {
    left = with_gaps(column, format);
  }
  if (!left) return std::nullopt;
  return with_values(column, *std::move(left));
}

}  // namespace overhand::io
