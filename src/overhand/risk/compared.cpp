#include <algorithm>
#include <charconv>

#include "overhand/risk/compared_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::risk {
namespace {

std::vector<Code> codes_in(DictionaryBuilder& dictionary, const Column& column) {
  std::vector<Code> codes(column.size());
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts != nullptr) {
    std::vector<Code> common(texts->dictionary().size());
    for (std::size_t code = 0; code < common.size(); ++code) {
      common[code] = dictionary.code_of(texts->dictionary()[code]);
    }
    std::ranges::transform(texts->codes(), codes.begin(), [&](Code code) {
      return is_missing(code) ? missing_code : common[static_cast<std::size_t>(code)];
    });
    return codes;
  }
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const auto text = cell_text(column, row);
    codes[row] = text ? dictionary.code_of(*text) : missing_code;
  }
  return codes;
}

// The numbers that the texts are; none where one of them is no number.
std::optional<Reals> as_numbers(const Texts& texts) {
  Reals levels(texts.dictionary().size());
  for (std::size_t code = 0; code < levels.size(); ++code) {
    const std::string_view text = texts.dictionary()[code];
    const auto [rest, problem] = std::from_chars(text.begin(), text.end(), levels[code]);
    if (problem != std::errc{} || rest != text.end()) return std::nullopt;
  }
  Reals values(texts.size());
  std::ranges::transform(texts.codes(), values.begin(), [&](Code code) {
    return is_missing(code) ? missing_real : levels[static_cast<std::size_t>(code)];
  });
  return values;
}

}  // namespace

CommonCodes common_codes(const Column& original, const Column& masked) {
  DictionaryBuilder dictionary;
  auto first = codes_in(dictionary, original);
  return {std::move(first), codes_in(dictionary, masked)};
}

std::optional<Reals> as_numbers(const Column& column) {
  if (is_quantity(column.type)) return reals(column);
  const auto* texts = std::get_if<Texts>(&column.values);
  return texts == nullptr ? std::nullopt : as_numbers(*texts);
}

Classes value_numbers(const Column& original, const Column& masked) {
  const auto number_all = [](const auto& originals, const auto& others) {
    Numbering<decltype(key_of(originals[0]))> numbering;
    Classes numbers;
    numbers.reserve(originals.size() + others.size());
    for (const auto* values : {&originals, &others}) {
      for (const auto value : *values) numbers.push_back(numbering.number_of(key_of(value)));
    }
    return numbers;
  };
  return compared(original, masked, number_all);
}

}  // namespace overhand::risk
