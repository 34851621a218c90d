#include <cstring>
#include <limits>
#include <numeric>

#include "overhand/exchange/encode_internal.h"
#include "overhand/exchange/format_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {
namespace {

std::string_view letters_at(const Texts& texts, std::size_t row) {
  return texts[row].value_or(std::string_view());
}

// Offsets and bytes of the texts one after the other.
template <class Offset>
void add_texts(ArrayParts& array, const Texts& texts, std::size_t bytes) {
  std::vector<Offset> offsets = {0};
  std::vector<char> letters;
  offsets.reserve(texts.size() + 1);
  letters.reserve(bytes);
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const std::string_view text = letters_at(texts, row);
    letters.insert(letters.end(), text.begin(), text.end());
    offsets.push_back(static_cast<Offset>(letters.size()));
  }
  array.own(std::move(offsets));
  array.own(std::move(letters));
}

struct View {
  std::int32_t length = 0;
  char letters[12] = {};  // all of a short text; of a long one four, a buffer's number, the place
};

View long_view(std::string_view text, std::size_t buffer, std::size_t place) {
  View view{static_cast<std::int32_t>(text.size())};
  const std::int32_t where[] = {static_cast<std::int32_t>(buffer),
                                static_cast<std::int32_t>(place)};
  std::memcpy(view.letters, text.data(), 4);
  std::memcpy(view.letters + 4, where, sizeof where);
  return view;
}

View short_view(std::string_view text) {
  View view{static_cast<std::int32_t>(text.size())};
  std::memcpy(view.letters, text.data(), text.size());
  return view;
}

// Views of 16 bytes, then the letters of long texts, each text once, in buffers of which no place
// is beyond 32 bits; at last the sizes of those.
void add_views(ArrayParts& array, const Texts& texts) {
  constexpr std::size_t fullest = std::size_t{1} << 30;
  const auto counts = texts.level_counts();
  std::vector<View> of_level(counts.size());
  std::vector<std::vector<char>> buffers;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const std::string_view text = texts.dictionary()[code];
    if (counts[code] == 0) continue;
    if (text.size() <= sizeof(View::letters)) {
      of_level[code] = short_view(text);
      continue;
    }
    if (buffers.empty() || buffers.back().size() > fullest) buffers.emplace_back();
    of_level[code] = long_view(text, buffers.size() - 1, buffers.back().size());
    buffers.back().insert(buffers.back().end(), text.begin(), text.end());
  }
  std::vector<View> views(texts.size());
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const Code code = texts.codes()[row];
    if (!is_missing(code)) views[row] = of_level[static_cast<std::size_t>(code)];
  }
  array.own(std::move(views));
  std::vector<std::int64_t> sizes;
  for (auto& buffer : buffers) {
    sizes.push_back(static_cast<std::int64_t>(buffer.size()));
    array.own(std::move(buffer));
  }
  array.own(std::move(sizes));
}

std::size_t total_bytes(const Texts& texts) {
  const auto counts = texts.level_counts();
  std::size_t total = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    total += counts[code] * texts.dictionary()[code].size();
  }
  return total;
}

std::optional<Integers> parsed(const Dictionary& levels, const Type& type) {
  Integers values;
  for (std::size_t code = 0; code < levels.size(); ++code) {
    const auto value = integer_of(type, levels[code]);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

// The levels as a column, with values of the type that they had.
Column level_column(const std::shared_ptr<const Dictionary>& levels, const std::string& letters) {
  std::vector<Code> codes(levels->size());
  std::iota(codes.begin(), codes.end(), Code{0});
  Column column("", Texts(std::move(codes), levels));
  const auto format = format_of(letters);
  if (format && storage_of(format->type) == Storage::integers) {
    if (auto values = parsed(*levels, format->type)) {
      column = Column("", format->type, *std::move(values));
    }
  }
  column.format = letters;
  return column;
}

// The codes in the width that they had, if it is wide enough.
Encoded encode_codes(const Column& column, const Cells<Code>& codes) {
  const auto came = format_of(column.format);
  const bool is_of_codes = came && came->type == Type(type::Integer{});
  if (!is_of_codes || column.format == "i") {
    Encoded encoded{{"i", column.name}, {}};
    add_validity(encoded.array, codes);
    encoded.array.lend(codes.data(), codes.owner());
    return encoded;
  }
  Integers wide(codes.begin(), codes.end());
  std::ranges::replace(wide, std::int64_t{missing_code}, missing_integer);
  Column numbers(column.name, std::move(wide));
  numbers.format = column.format;
  return encode(numbers);
}

// A column in which nothing ever stood has no buffers.
Encoded nulls(const Column& column) {
  Encoded encoded{{"n", column.name}, {}};
  encoded.array.length = encoded.array.missing = static_cast<std::int64_t>(column.size());
  return encoded;
}

}  // namespace

Encoded encode_category(const Column& column, bool is_ordered, LevelSet which) {
  const auto& own = std::get<Texts>(column.values);
  const Texts texts = which == LevelSet::all ? own : without_unused_levels(own);
  Encoded encoded = encode_codes(column, texts.codes());
  if (is_ordered) encoded.schema.flags |= ARROW_FLAG_DICTIONARY_ORDERED;
  Encoded levels = encode(level_column(texts.shared_dictionary(), column.level_format));
  encoded.schema.dictionary = schema_of(std::move(levels.schema));
  encoded.array.dictionary = array_of(std::move(levels.array));
  return encoded;
}

Encoded encode_texts(const Column& column) {
  if (column.format == "n" && missing_count(column.values) == column.size()) return nulls(column);
  if (auto exact = encode_exact(column)) return *std::move(exact);
  const auto& texts = std::get<Texts>(column.values);
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  const std::size_t bytes = total_bytes(texts);
  Encoded encoded{{"u", column.name}, {}};
  add_validity(encoded.array, texts.codes());
  if (column.format == "vu") {
    encoded.schema.format = "vu";
    add_views(encoded.array, texts);
  } else if (column.format == "U" || bytes > most) {
    encoded.schema.format = "U";
    add_texts<std::int64_t>(encoded.array, texts, bytes);
  } else {
    add_texts<std::int32_t>(encoded.array, texts, bytes);
  }
  return encoded;
}

}  // namespace overhand::exchange
