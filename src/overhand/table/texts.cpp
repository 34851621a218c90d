#include "overhand/table/texts.h"

#include <cassert>

namespace overhand {

void Dictionary::append(std::string_view text) {
  bytes_.append(text);
  ends_.push_back(bytes_.size());
}

Texts::Texts(Cells<Code> codes, std::shared_ptr<const Dictionary> dictionary)
    : codes_(std::move(codes)), dictionary_(std::move(dictionary)) {
  assert(std::ranges::all_of(codes_, [&](Code code) {
    return code >= missing_code && code < static_cast<Code>(dictionary_->size());
  }));
}

Texts::Texts(std::initializer_list<std::optional<std::string_view>> texts) {
  TextsBuilder builder;
  for (const auto& text : texts) builder.append(text);
  *this = std::move(builder).finish();
}

Texts::Texts(std::size_t rows, std::optional<std::string_view> text) {
  DictionaryBuilder dictionary;
  const Code code = text ? dictionary.code_of(*text) : missing_code;
  *this = {std::vector<Code>(rows, code), std::move(dictionary).finish()};
}

bool Texts::operator==(const Texts& other) const {
  if (dictionary_ == other.dictionary_) return codes_ == other.codes_;
  if (size() != other.size()) return false;
  for (std::size_t row = 0; row < size(); ++row) {
    if ((*this)[row] != other[row]) return false;
  }
  return true;
}

std::vector<std::size_t> Texts::level_counts() const {
  std::vector<std::size_t> counts(dictionary_->size(), 0);
  for (const Code code : codes_) {
    if (code != missing_code) ++counts[static_cast<std::size_t>(code)];
  }
  return counts;
}

DictionaryBuilder::DictionaryBuilder()
    : dictionary_(std::make_shared<Dictionary>()),
      known_(0, ByText{dictionary_.get()}, ByText{dictionary_.get()}) {}

Code DictionaryBuilder::code_of(std::string_view text) {
  const auto found = known_.find(text);
  if (found != known_.end()) return *found;
  const auto code = static_cast<Code>(dictionary_->size());
  dictionary_->append(text);
  known_.insert(code);
  return code;
}

Texts without_unused_levels(const Texts& texts) {
  const auto counts = texts.level_counts();
  if (std::ranges::find(counts, std::size_t{0}) == counts.end()) return texts;
  auto dictionary = std::make_shared<Dictionary>();
  std::vector<Code> renumbered(counts.size(), missing_code);
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    renumbered[code] = static_cast<Code>(dictionary->size());
    dictionary->append(texts.dictionary()[code]);
  }
  std::vector<Code> codes(texts.codes().begin(), texts.codes().end());
  for (Code& code : codes) {
    if (code != missing_code) code = renumbered[static_cast<std::size_t>(code)];
  }
  return {std::move(codes), std::move(dictionary)};
}

}  // namespace overhand
