#include "bindings/said.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "commands/reading_words.h"
#include "overhand/core/text.h"
#include "overhand/io/key_file.h"
#include "overhand/io/matrix_file.h"
#include "overhand/io/schema_file.h"
#include "overhand/table/column_list.h"

namespace overhand::bindings {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  throw Failure({ErrorKind::invalid_option, sentence});
}

// "there is no 'bin'; did you mean bins?"
std::string nearest(const std::string& said, const std::vector<std::string>& words) {
  const auto meant = most_like(said, words);
  return meant ? fmt::format("did you mean {}?", *meant)
               : fmt::format("it is one of {}.", fmt::join(words, ", "));
}

// Names with commas in them are quoted, as names_meant() takes them apart.
std::vector<std::string> exact_names(const Said& said, const char* name) {
  std::vector<std::string> names = said.texts(name);
  for (std::string& column : names) column = name_list({column});
  return names;
}

Structure structure_of(const Said& said) {
  Structure structure;
  if (!said.has("derive") || !said.json()["derive"].is_boolean()) {
    structure.derive = said.texts("derive");
  }
  structure.rules = said.texts("rules");
  structure.within = said.texts("within");
  structure.weight = said.text("weight");
  structure.unit = said.text("unit");
  structure.order = said.text("order");
  structure.keys = said.texts("keys");
  structure.k = said.count("suppress", 0);
  structure.alike = said.truth("alike");
  if (structure.k == 1) refuse("suppress must be at least 2: so many share their keys.");
  return structure;
}

std::optional<char> sign_of(const Said& said, const char* name) {
  const std::string text = said.text(name);
  if (text.empty()) return std::nullopt;
  if (text.size() != 1) refuse(fmt::format("{} must be one sign.", name));
  return text.front();
}

std::string matrix_text(const Json& value, const std::string& name) {
  if (value.is_string()) return value.get<std::string>();
  std::vector<std::string> parts;
  if (value.is_object()) {
    for (const auto& [column, file] : value.items()) {
      if (!file.is_string()) break;
      parts.push_back(column + "=" + file.get<std::string>());
    }
  }
  if (parts.empty()) {
    throw WrongType(name + " must be the name of a file, or one for each column.");
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

masking::ColumnList list_of(const Json& value, const std::string& name) {
  if (value.is_string()) return masking::ColumnList::of({value.get<std::string>()});
  std::vector<std::string> names;
  for (const Json& column : value.is_array() ? value : Json::array({nullptr})) {
    if (!column.is_string()) throw WrongType(name + " must be names of columns.");
    names.push_back(column.get<std::string>());
  }
  return masking::ColumnList::of(names);
}

// A value of the option's own type; its limits are held by the method.
masking::OptionValue value_of(const masking::Option& option, const Json& value) {
  const std::string& name = option.name;
  const auto& usual = option.default_value;
  if (std::holds_alternative<masking::ColumnList>(usual)) return list_of(value, name);
  if (std::holds_alternative<masking::MatrixList>(usual)) {
    masking::MatrixList list{matrix_text(value, name), {}};
    if (!list.typed.empty()) list.matrices = value_or_fail(io::read_matrices(list.typed));
    return list;
  }
  if (std::holds_alternative<bool>(usual)) {
    if (!value.is_boolean()) throw WrongType(name + " must be true or false.");
    return value.get<bool>();
  }
  if (std::holds_alternative<std::string>(usual)) {
    if (!value.is_string()) throw WrongType(name + " must be a text.");
    return value.get<std::string>();
  }
  if (!value.is_number()) throw WrongType(name + " must be a number.");
  const double number = value.get<double>();
  if (!std::isfinite(number)) refuse(name + " must be a finite number.");
  if (std::holds_alternative<double>(usual) && !value.is_number_integer()) return number;
  // Of doubles the first that 64 bits do not hold; whole numbers near it are beyond every limit.
  constexpr double beyond = 9223372036854775808.0;
  if (!(std::abs(number) < beyond)) refuse(name + " must be a number that 64 bits hold.");
  if (value.is_number_integer()) return value.get<std::int64_t>();
  const auto whole = static_cast<std::int64_t>(number);
  if (static_cast<double>(whole) != number) throw WrongType(name + " must be a whole number.");
  return whole;
}

random::Key key_from_hex(const std::string& hex) {
  random::Key::Bytes bytes{};
  std::size_t length = 0;
  const bool is_hex = sodium_hex2bin(bytes.data(), bytes.size(), hex.data(), hex.size(), nullptr,
                                     &length, nullptr) == 0;
  if (!is_hex || length != bytes.size()) refuse("key must be 32 bytes.");
  random::Key key(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return key;
}

}  // namespace

const Json* Said::find(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void Said::wrong(const char* name, const char* expected) const {
  throw WrongType(fmt::format("{} must be {}.", name, expected));
}

bool Said::has(const char* name) const { return find(name) != nullptr; }

std::string Said::text(const char* name, const std::string& otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_string()) wrong(name, "a text");
  return value->get<std::string>();
}

bool Said::truth(const char* name, bool otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) wrong(name, "true or false");
  return value->get<bool>();
}

double Said::number(const char* name, double otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) wrong(name, "a number");
  return value->get<double>();
}

std::uint64_t Said::count(const char* name, std::uint64_t otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number_integer() || value->is_boolean()) wrong(name, "a whole number");
  if (!value->is_number_unsigned()) refuse(fmt::format("{} must not be below 0.", name));
  return value->get<std::uint64_t>();
}

std::vector<std::string> Said::texts(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  std::vector<std::string> all;
  if (!value->is_array()) wrong(name, "a text or a list of texts");
  for (const Json& text : *value) {
    if (!text.is_string()) wrong(name, "a text or a list of texts");
    all.push_back(text.get<std::string>());
  }
  return all;
}

std::string Said::one_of(const char* name, const std::vector<std::string>& words) const {
  const std::string said = text(name, words.front());
  if (std::ranges::find(words, said) != words.end()) return said;
  refuse(fmt::format("{}: there is no '{}'; {}", name, printable(said), nearest(said, words)));
}

ColumnChoice choice_of(const Said& said) {
  ColumnChoice choice;
  choice.mask = exact_names(said, "columns");
  if (said.has("columns") && choice.mask.empty()) {
    refuse("columns names no column to mask; leave it away to mask all.");
  }
  choice.drop = exact_names(said, "drop");
  choice.keep = exact_names(said, "keep");
  choice.keep_identifiers = said.truth("keep_identifiers");
  Schema schema;
  if (said.has("schema")) schema = value_or_fail(io::read_schema(said.text("schema")));
  choice.plans = plans_of(schema);
  choice.structure = commands::merged(schema.structure, structure_of(said));
  const std::string rare = said.text("rare");
  const bool is_of_units = !rare.empty() || !choice.structure.order.empty();
  if (choice.structure.unit.empty() && is_of_units) {
    refuse(fmt::format("{}: it is about units, and no column tells them; say unit.",
                       rare.empty() ? "order" : "rare"));
  }
  return choice;
}

commands::MaskingTerms terms_of(const Said& said) {
  commands::MaskingTerms terms;
  if (said.has("rare")) terms.drops_rare_units = said.one_of("rare", {"refuse", "drop"}) == "drop";
  const Json all = said.json().value("suppress_records", Json());
  terms.suppresses_records = all.is_boolean() && all.get<bool>();
  if (!all.is_boolean()) terms.suppress_records = said.count("suppress_records", 0);
  const Json derive = said.json().value("derive", Json());
  terms.derives = !derive.is_boolean() || derive.get<bool>();
  return terms;
}

io::ReadOptions reading_of(const Said& said) {
  io::ReadOptions reading;
  if (said.has("header")) {
    reading.header = said.truth("header") ? io::Header::present : io::Header::absent;
  }
  reading.delimiter = sign_of(said, "delimiter");
  reading.decimal = sign_of(said, "decimal");
  if (said.has("encoding")) {
    using io::Encoding;
    constexpr std::array encodings = {Encoding::utf8, Encoding::utf16_little, Encoding::utf16_big,
                                      Encoding::windows1252};
    std::vector<std::string> words;
    for (const Encoding encoding : encodings) words.emplace_back(commands::word_for(encoding));
    const std::string word = said.one_of("encoding", words);
    reading.encoding =
        encodings[static_cast<std::size_t>(std::ranges::find(words, word) - words.begin())];
  }
  reading.sheet = said.text("sheet");
  reading.missing = said.texts("missing");
  reading.skip = said.count("skip", 0);
  if (said.has("totals")) {
    reading.last_row = said.truth("totals") ? io::LastRow::totals : io::LastRow::record;
  }
  return reading;
}

const masking::Method& method_of(const Said& said) {
  const std::string name = said.text("method", masking::default_method);
  const auto method = masking::find_method(name);
  if (method) return **method;
  std::vector<std::string> names;
  for (const auto& entry : masking::methods()) names.push_back(entry.name);
  refuse(fmt::format("method: there is no '{}'; {}", printable(name), nearest(name, names)));
}

masking::OptionValues options_of(const masking::Method& method, const Said& said) {
  masking::OptionValues values;
  const Json options = said.json().value("options", Json::object());
  std::vector<std::string> names;
  for (const auto& option : method.options) names.push_back(option.name);
  for (const auto& [name, value] : options.items()) {
    const auto found = std::ranges::find(method.options, name, &masking::Option::name);
    if (found == method.options.end()) {
      const auto meant = most_like(name, said.texts("known"));
      refuse(fmt::format("{} has no option '{}'; {}", method.name, printable(name),
                         meant && !most_like(name, names) ? fmt::format("did you mean {}?", *meant)
                                                          : nearest(name, names)));
    }
    if (!value.is_null()) values[name] = value_of(*found, value);
  }
  return values;
}

std::vector<utility::ModelFormula> formulas_of(const Said& said) {
  std::vector<utility::ModelFormula> formulas;
  for (const std::string& text : said.texts("analyses")) {
    formulas.push_back(value_or_fail(utility::formula_of(text), "analyses"));
  }
  return formulas;
}

SaidKey key_of(const Said& said) {
  const int ways = said.has("key") + said.has("key_file") + said.has("seed");
  if (ways > 1) refuse("key, key_file and seed: say one of them.");
  if (said.has("key")) return {key_from_hex(said.text("key")), "key"};
  if (said.has("key_file")) {
    return {value_or_fail(io::read_key_file(said.text("key_file"))), "key file"};
  }
  if (said.has("seed")) return {random::key_from_seed(said.count("seed", 0)), "seed"};
  return {value_or_fail(random::fresh_key()), "operating system"};
}

}  // namespace overhand::bindings
