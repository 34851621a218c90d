// What a caller says, as JSON that his language made of its arguments, and what it means.
//
// The names are the same in every language: columns, drop, keep, keep_identifiers, schema (a file),
// within, unit, order, rare, derive, rules, weight, keys, suppress, suppress_records, missing, and
// how a file is read: delimiter, decimal, encoding, header, sheet, skip, totals. `options` are
// those of the method. An argument that is not said, or null, is not there.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bindings/words.h"
#include "commands/to_mask.h"
#include "overhand/masking/methods.h"
#include "overhand/utility/analysis.h"

namespace overhand::bindings {

using Json = nlohmann::ordered_json;

class Said {
 public:
  Said(const Json& arguments, Language language) : json_(arguments), language_(language) {}

  bool has(const char* name) const;
  // Fail with WrongType where something else is said.
  std::string text(const char* name, const std::string& otherwise = {}) const;
  bool truth(const char* name, bool otherwise = false) const;
  double number(const char* name, double otherwise) const;
  std::uint64_t count(const char* name, std::uint64_t otherwise) const;
  std::vector<std::string> texts(const char* name) const;  // one text is a list of one
  // One of `words`, else a Failure with the nearest.
  std::string one_of(const char* name, const std::vector<std::string>& words) const;

  Language language() const { return language_; }
  const Json& json() const { return json_; }

 private:
  const Json* find(const char* name) const;
  [[noreturn]] void wrong(const char* name, const char* expected) const;

  const Json& json_;
  Language language_;
};

ColumnChoice choice_of(const Said& said);  // with the plans and the structure of the schema
commands::MaskingTerms terms_of(const Said& said);
io::ReadOptions reading_of(const Said& said);

// The method that is said, or the usual one, and its options, held against the catalogue.
const masking::Method& method_of(const Said& said);
masking::OptionValues options_of(const masking::Method& method, const Said& said);

// The regressions that `analyses` asks for.
std::vector<utility::ModelFormula> formulas_of(const Said& said);

// key (64 hexadecimal digits), key_file or seed, else a fresh key; and where it came from.
struct SaidKey {
  random::Key key;
  std::string origin;
};
SaidKey key_of(const Said& said);

}  // namespace overhand::bindings
