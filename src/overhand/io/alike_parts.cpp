#include <arrow/api.h>

#include <cassert>
#include <numeric>

#include "overhand/io/alike_parts_internal.h"
#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/arrow_table_internal.h"

namespace overhand::io {
namespace {

// In which the column goes out to Arrow's files.
std::shared_ptr<arrow::DataType> type_of(const Column& column) {
  const auto array = array_of(column, exchange::LevelSet::all);
  return array.ok() ? (*array)->type() : arrow::null();
}

// Whether the format in which the column came holds the numbers, or the codes.
bool is_held(const Column& column) { return type_of(column)->Equals(type_of(emptied(column))); }

Column without_format(Column column) {
  column.format.clear();
  return column;
}

// The letters of a type of texts; none of others.
std::string letters_of(const arrow::DataType& type) {
  if (type.id() == arrow::Type::STRING) return "u";
  if (type.id() == arrow::Type::LARGE_STRING) return "U";
  return type.id() == arrow::Type::STRING_VIEW ? "vu" : "";
}

template <class Value>
Cells<Value> picked(const Cells<Value>& of_levels, const Cells<Code>& codes,
                    const std::vector<Code>& places, Value missing) {
  std::vector<Value> values(codes.size(), missing);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (is_missing(codes[i])) continue;
    values[i] = of_levels[static_cast<std::size_t>(places[static_cast<std::size_t>(codes[i])])];
  }
  return Cells<Value>(std::move(values));
}

// What stands for each of the codes.
Values picked(const Values& of_levels, const Cells<Code>& codes, const std::vector<Code>& places) {
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&of_levels)) {
    return picked(*whole, codes, places, missing_integer);
  }
  if (const auto* reals = std::get_if<Cells<double>>(&of_levels)) {
    return picked(*reals, codes, places, missing_real);
  }
  const auto& texts = std::get<Texts>(of_levels);
  return Texts(picked(texts.codes(), codes, places, missing_code), texts.shared_dictionary());
}

}  // namespace

bool AlikeParts::depends_on_values(const Column& column) const {
  if (format_.is_text()) return column.date_layout && !is_clear_by_itself(*column.date_layout);
  if (std::holds_alternative<Texts>(column.values)) return true;
  const Column empty = emptied(column);
  return !type_of(empty)->Equals(type_of(without_format(empty)));
}

void AlikeParts::look(const Table& part) {
  for (const Column& column : part.columns()) {
    Seen& seen = seen_.try_emplace(column.name, Seen{emptied(column)}).first->second;
    if (const auto* texts = std::get_if<Texts>(&column.values)) {
      assert(texts->dictionary() == std::get<Texts>(seen.like.values).dictionary());
      seen.is_used.resize(texts->dictionary().size());
      for (const Code code : texts->codes()) {
        if (!is_missing(code)) seen.is_used[static_cast<std::size_t>(code)] = true;
      }
    } else if (format_.is_text()) {
      seen.days.add(column);
    } else {
      seen.is_narrow = seen.is_narrow && is_held(column);
    }
  }
}

AlikeParts::Settled AlikeParts::settled_texts(const Seen& seen) {
  const auto& texts = std::get<Texts>(seen.like.values);
  auto levels = std::make_shared<Dictionary>();
  Settled result;
  for (std::size_t code = 0; code < seen.is_used.size(); ++code) {
    result.places.push_back(seen.is_used[code] ? static_cast<Code>(levels->size()) : missing_code);
    if (seen.is_used[code]) levels->append(texts.dictionary()[code]);
  }
  std::vector<Code> each(std::max<std::size_t>(levels->size(), 1), missing_code);  // or a gap
  std::iota(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(levels->size()), Code{0});
  const Column column =
      with_numbers_of_texts(with_values(seen.like, Texts(std::move(each), std::move(levels))));
  result.like = emptied(column);
  result.of_levels = column.values;
  const auto type = type_of(column);
  if (const std::string letters = letters_of(*type); !letters.empty()) {
    result.like.format = letters;
  } else if (!is_held(column)) {
    result.like.format.clear();
    if (type->id() == arrow::Type::DICTIONARY) result.like.format.push_back('l');
  }
  return result;
}

AlikeParts::Settled AlikeParts::settled(const Seen& seen) const {
  if (std::holds_alternative<Texts>(seen.like.values)) return settled_texts(seen);
  Settled result{seen.like};
  if (!seen.is_narrow) result.like.format.clear();
  if (format_.is_text()) {
    result.like.date_layout = readable_layout(with_values(seen.like, seen.days.times()));
  }
  return result;
}

Table AlikeParts::alike(Table part) {
  for (auto& [name, seen] : seen_) settled_.try_emplace(name, settled(seen));
  seen_.clear();
  for (Column& column : part.columns()) {
    const auto found = settled_.find(column.name);
    if (found == settled_.end()) continue;
    const auto& [like, of_levels, places] = found->second;
    if (const auto* texts = std::get_if<Texts>(&column.values)) {
      column = with_values(column, picked(of_levels, texts->codes(), places));
      column.type = like.type;
    }
    column.format = like.format;
    column.date_layout = like.date_layout;
  }
  return part;
}

}  // namespace overhand::io
