#include "overhand/exchange/import_values_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {
namespace {

using CodeAt = std::int64_t (*)(const Slice&, std::int64_t);

template <class Stored>
std::int64_t code_at(const Slice& slice, std::int64_t i) {
  return static_cast<std::int64_t>(values_of<Stored>(slice)[i]);
}

CodeAt code_reader(Layout layout) {
  switch (layout) {
    case Layout::int8:
      return code_at<std::int8_t>;
    case Layout::uint8:
      return code_at<std::uint8_t>;
    case Layout::int16:
      return code_at<std::int16_t>;
    case Layout::uint16:
      return code_at<std::uint16_t>;
    case Layout::int32:
      return code_at<std::int32_t>;
    case Layout::uint32:
      return code_at<std::uint32_t>;
    case Layout::uint64:
      return code_at<std::uint64_t>;
    default:
      return code_at<std::int64_t>;
  }
}

// The levels of all slices as one dictionary.
class Levels {
 public:
  // Ours for each code of the slice's own dictionary; missing where that has a gap.
  Result<std::vector<Code>> codes_for(const ArrowSchema& schema, const Slice& slice) {
    const ArrowArray* dictionary = slice.array->dictionary;
    if (dictionary == nullptr) return damaged_array();
    const Slice whole{slice.owner, dictionary, dictionary->offset, dictionary->length};
    const auto levels = import_column(*schema.dictionary, {whole}, Role::keep);
    if (!levels) return levels.error();
    std::vector<Code> codes(levels->size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
      const auto text = cell_text(*levels, row);
      codes[row] = text ? builder_.code_of(*text) : missing_code;
    }
    return codes;
  }

  std::shared_ptr<const Dictionary> finish() && { return std::move(builder_).finish(); }

 private:
  DictionaryBuilder builder_;
};

bool has_code_of_no_level(const Slice& slice, CodeAt code_at, std::size_t levels) {
  return any_present({slice}, [&](const Slice& whole, std::int64_t i) {
    const std::int64_t code = code_at(whole, i);
    return code < 0 || code >= static_cast<std::int64_t>(levels);
  });
}

bool are_same(const std::vector<Code>& ours) {
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] != static_cast<Code>(i)) return false;
  }
  return true;
}

void append_codes(const Slice& slice, CodeAt code_at, const std::vector<Code>& ours,
                  std::vector<Code>& codes) {
  for (std::int64_t i = 0; i < slice.length; ++i) {
    const bool is_there = is_present(slice, i);
    codes.push_back(is_there ? ours[static_cast<std::size_t>(code_at(slice, i))] : missing_code);
  }
}

}  // namespace

Result<Texts> import_texts(Layout layout, const Slices& slices, const Progress& progress) {
  const TextAt text_at = text_reader(layout);
  TextsBuilder texts;
  texts.reserve(total_length(slices));
  for (const Slice& slice : slices) {
    if (progress.cancelled()) return cancelled_error();
    for (std::int64_t i = 0; i < slice.length; ++i) {
      texts.append(is_present(slice, i) ? std::optional(text_at(slice, i)) : std::nullopt);
    }
  }
  return std::move(texts).finish();
}

Result<Texts> import_categories(const ArrowSchema& schema, const Slices& slices,
                                const Progress& progress) {
  const Layout layout = format_of(schema.format)->layout;
  const CodeAt code_at = code_reader(layout);
  Levels levels;
  std::vector<Code> codes;
  const bool is_one_piece = slices.size() == 1;
  if (!is_one_piece) codes.reserve(total_length(slices));
  for (const Slice& slice : slices) {
    if (progress.cancelled()) return cancelled_error();
    const auto ours = levels.codes_for(schema, slice);
    if (!ours) return ours.error();
    if (has_code_of_no_level(slice, code_at, ours->size())) return damaged_array();
    if (is_one_piece && layout == Layout::int32 && !has_gaps(slice) && are_same(*ours)) {
      const std::span same(values_of<Code>(slice), static_cast<std::size_t>(slice.length));
      return Texts({same, slice.owner}, std::move(levels).finish());
    }
    append_codes(slice, code_at, *ours, codes);
  }
  return Texts(std::move(codes), std::move(levels).finish());
}

}  // namespace overhand::exchange
