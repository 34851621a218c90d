// Texts: a column of texts or levels as codes into a dictionary of the distinct ones.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "overhand/table/cells.h"

namespace overhand {

using Code = std::int32_t;
constexpr Code missing_code = -1;

// Distinct texts by number, one after the other in memory.
class Dictionary {
 public:
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(bytes_).substr(begin, ends_[code] - begin);
  }
  // Does not look whether the text is there already.
  void append(std::string_view text);

  bool operator==(const Dictionary&) const = default;

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

class Texts {
 public:
  Texts() : Texts(Cells<Code>(), std::make_shared<const Dictionary>()) {}
  // Codes are below the dictionary's size, or missing_code.
  Texts(Cells<Code> codes, std::shared_ptr<const Dictionary> dictionary);
  Texts(std::initializer_list<std::optional<std::string_view>> texts);
  // The same text in every row, or none.
  explicit Texts(std::size_t rows, std::optional<std::string_view> text = std::nullopt);

  std::size_t size() const { return codes_.size(); }
  std::optional<std::string_view> operator[](std::size_t row) const {
    if (codes_[row] == missing_code) return std::nullopt;
    return (*dictionary_)[static_cast<std::size_t>(codes_[row])];
  }
  const Cells<Code>& codes() const { return codes_; }
  const Dictionary& dictionary() const { return *dictionary_; }
  const std::shared_ptr<const Dictionary>& shared_dictionary() const { return dictionary_; }

  // How many rows have each text of the dictionary; 0 for those that no row has.
  std::vector<std::size_t> level_counts() const;

  // The same texts in every row, whatever their codes.
  bool operator==(const Texts& other) const;

 private:
  Cells<Code> codes_;
  std::shared_ptr<const Dictionary> dictionary_;
};

// The codes with the levels that occur alone, in their order: one that does not occur is nobody's
// value any more.
Texts without_unused_levels(const Texts& texts);

// Collects distinct texts, numbered in the order of their first appearance.
class DictionaryBuilder {
 public:
  DictionaryBuilder();
  Code code_of(std::string_view text);  // appends it where it is new
  std::shared_ptr<const Dictionary> finish() && { return std::move(dictionary_); }

 private:
  // Codes found by their texts: each text is stored once, in the dictionary.
  struct ByText {
    using is_transparent = void;
    const Dictionary* dictionary;

    std::string_view text_of(Code code) const {
      return (*dictionary)[static_cast<std::size_t>(code)];
    }
    static std::string_view text_of(std::string_view text) { return text; }
    std::size_t operator()(const auto& key) const {
      return std::hash<std::string_view>()(text_of(key));
    }
    bool operator()(const auto& a, const auto& b) const { return text_of(a) == text_of(b); }
  };

  std::shared_ptr<Dictionary> dictionary_;
  std::unordered_set<Code, ByText, ByText> known_;
};

// Collects texts row after row.
class TextsBuilder {
 public:
  void reserve(std::size_t rows) { codes_.reserve(rows); }
  void append(std::optional<std::string_view> text) {
    codes_.push_back(text ? dictionary_.code_of(*text) : missing_code);
  }
  Texts finish() && { return {std::move(codes_), std::move(dictionary_).finish()}; }

 private:
  std::vector<Code> codes_;
  DictionaryBuilder dictionary_;
};

}  // namespace overhand
