#include "overhand/table/declared_missing.h"

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/value_bits.h"

namespace overhand {
namespace {

using Spellings = std::vector<std::string>;

template <class Value>
std::vector<Value> without(const Cells<Value>& values, const std::vector<Value>& unwanted,
                           Value missing) {
  std::vector<Value> left(values.begin(), values.end());
  std::ranges::replace_if(
      left, [&](Value value) { return std::ranges::find(unwanted, value) != unwanted.end(); },
      missing);
  return left;
}

Values missing_in(const Type&, const Cells<double>& values, const Spellings& spellings) {
  Reals unwanted;
  for (const std::string& spelling : spellings) {
    if (const auto number = number_of<double>(spelling)) unwanted.push_back(*number);
  }
  return without(values, unwanted, missing_real);
}

std::optional<std::int64_t> integer_meant(const Type& type, const std::string& spelling) {
  if (!is_quantity(type)) return integer_of(type, spelling);
  if (const auto whole = number_of<std::int64_t>(spelling)) return whole;
  const auto real = number_of<double>(spelling);
  return real ? equal_integer(*real) : std::nullopt;
}

Values missing_in(const Type& type, const Cells<std::int64_t>& values, const Spellings& spellings) {
  Integers unwanted;
  for (const std::string& spelling : spellings) {
    if (const auto number = integer_meant(type, spelling)) unwanted.push_back(*number);
  }
  return without(values, unwanted, missing_integer);
}

Values missing_in(const Type&, const Texts& texts, const Spellings& spellings) {
  std::vector<Code> unwanted;
  for (std::size_t code = 0; code < texts.dictionary().size(); ++code) {
    if (std::ranges::find(spellings, texts.dictionary()[code]) == spellings.end()) continue;
    unwanted.push_back(static_cast<Code>(code));
  }
  return Texts(without(texts.codes(), unwanted, missing_code), texts.shared_dictionary());
}

}  // namespace

Column without_declared_missing(const Column& column, const Spellings& spellings) {
  if (spellings.empty()) return column;
  Column left = column;
  left.values =
      std::visit([&](const auto& values) { return missing_in(column.type, values, spellings); },
                 column.values);
  return left;
}

Column with_gaps(const Column& column) {
  if (column.gap_texts == nullptr) return column;
  return without_declared_missing(column, *column.gap_texts);
}

}  // namespace overhand
