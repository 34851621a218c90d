#include "overhand/table/levels.h"

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"

namespace overhand {

Texts texts_of(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) return *texts;
  TextsBuilder builder;
  builder.reserve(column.size());
  for (std::size_t row = 0; row < column.size(); ++row) builder.append(cell_text(column, row));
  return std::move(builder).finish();
}

std::vector<std::string_view> used_levels(const Texts& texts) {
  const auto counts = texts.level_counts();
  std::vector<std::string_view> levels;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) levels.push_back(texts.dictionary()[code]);
  }
  return levels;
}

std::vector<Code> codes_in_order(const Texts& texts) {
  const auto counts = texts.level_counts();
  const auto text_of = [&](Code code) {
    return texts.dictionary()[static_cast<std::size_t>(code)];
  };
  std::vector<Code> codes;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) codes.push_back(static_cast<Code>(code));
  }
  std::ranges::sort(codes, {}, text_of);
  const auto number_of = [&](Code code) { return finite_number_of(text_of(code)); };
  if (std::ranges::all_of(codes, [&](Code code) { return number_of(code).has_value(); })) {
    std::ranges::stable_sort(codes, {}, [&](Code code) { return *number_of(code); });
  }
  return codes;
}

std::vector<Code> codes_in_order(const Column& column) {
  auto codes = codes_in_order(std::get<Texts>(column.values));
  const auto* category = std::get_if<type::Category>(&column.type);
  if (category != nullptr && category->is_ordered) std::ranges::sort(codes);
  return codes;
}

std::vector<std::string> levels_in_order(const Texts& texts) {
  std::vector<std::string> levels;
  for (const Code code : codes_in_order(texts)) {
    levels.emplace_back(texts.dictionary()[static_cast<std::size_t>(code)]);
  }
  return levels;
}

std::optional<std::size_t> first_row_beyond(const Texts& texts,
                                            const std::vector<std::string>& levels) {
  std::vector<bool> is_named(texts.dictionary().size());
  for (std::size_t code = 0; code < is_named.size(); ++code) {
    is_named[code] = std::ranges::find(levels, texts.dictionary()[code]) != levels.end();
  }
  const auto& codes = texts.codes();
  const auto found = std::ranges::find_if(codes, [&](Code code) {
    return !is_missing(code) && !is_named[static_cast<std::size_t>(code)];
  });
  if (found == codes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - codes.begin());
}

Texts recoded(const Texts& texts, const std::vector<std::string>& levels) {
  DictionaryBuilder dictionary;
  for (const std::string& level : levels) dictionary.code_of(level);
  std::vector<Code> codes(texts.dictionary().size(), missing_code);
  const auto counts = texts.level_counts();
  for (std::size_t code = 0; code < codes.size(); ++code) {
    if (counts[code] > 0) codes[code] = dictionary.code_of(texts.dictionary()[code]);
  }
  std::vector<Code> changed(texts.size());
  std::ranges::transform(texts.codes(), changed.begin(), [&](Code code) {
    return is_missing(code) ? missing_code : codes[static_cast<std::size_t>(code)];
  });
  return {std::move(changed), std::move(dictionary).finish()};
}

std::shared_ptr<const Labels> with_levels(const std::shared_ptr<const Labels>& labels,
                                          const std::vector<std::string>& levels) {
  if (labels == nullptr || labels->values.empty()) return labels;
  auto ordered = std::make_shared<Labels>(*labels);
  ordered->values.clear();
  for (const std::string& level : levels) {
    const auto found = std::ranges::find(labels->values, level, &ValueLabel::label);
    if (found != labels->values.end()) ordered->values.push_back(*found);
  }
  if (ordered->values.size() != levels.size()) ordered->values.clear();
  return ordered;
}

}  // namespace overhand
