// Keys of a TOML table, read as what they are to be. What is wrong is a sentence with file and
// line.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <vector>

#include "overhand/core/error.h"

namespace overhand::io {

// "did you mean role?", or all that there is.
std::string nearest(const std::string& typed, const std::vector<std::string>& known);

// " of column 'age'"; nothing for a key above all columns.
std::string of_column(const std::string& column);

std::string kind_of(const toml::node& node);

class TomlKeys {
 public:
  using Problem = std::optional<Error>;
  using Texts = std::vector<std::string>;

  explicit TomlKeys(std::string file) : file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  Error error_at(const toml::node& node, std::string sentence) const;
  Error wrong_kind(const toml::node& node, const char* key, const std::string& column,
                   const char* wanted) const;
  Problem unknown_key(const toml::table& table, const Texts& known, const std::string& where) const;

  // Each leaves the value as it is where the key is not there; `column` is "" above all columns.
  Problem read(const toml::table& table, const char* key, const std::string& column,
               std::string& text) const;
  Problem read(const toml::table& table, const char* key, const std::string& column,
               Texts& texts) const;
  Problem read(const toml::table& table, const char* key, const std::string& column,
               std::optional<double>& number) const;
  Problem read(const toml::table& table, const char* key, const std::string& column,
               std::vector<double>& numbers) const;
  // A whole number that is at least `least`.
  Problem read_whole(const toml::table& table, const char* key, const std::string& column,
                     std::size_t least, std::optional<std::size_t>& number) const;

 private:
  std::string file_;
};

}  // namespace overhand::io
