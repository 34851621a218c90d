#include "overhand/report/ledger_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace overhand::report {
namespace {

using LedgerJson = nlohmann::ordered_json;
using release::Fingerprint;

constexpr int ledger_schema = 1;

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

template <std::size_t Size>
std::optional<std::array<std::uint8_t, Size>> bytes_of(const LedgerJson& json) {
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  if (text.size() != 2 * Size) return std::nullopt;
  std::array<std::uint8_t, Size> bytes{};
  for (std::size_t i = 0; i < Size; ++i) {
    const char* first = text.data() + 2 * i;
    const auto read = std::from_chars(first, first + 2, bytes[i], 16);
    if (read.ec != std::errc() || read.ptr != first + 2) return std::nullopt;
  }
  return bytes;
}

LedgerJson texts_of(const std::vector<Fingerprint>& fingerprints) {
  LedgerJson texts = LedgerJson::array();
  for (const Fingerprint& one : fingerprints) texts.push_back(hexadecimal(one));
  return texts;
}

const LedgerJson* member(const LedgerJson& json, const char* name) {
  const auto found = json.is_object() ? json.find(name) : json.end();
  return found == json.end() ? nullptr : &*found;
}

std::optional<std::string> text_member(const LedgerJson& json, const char* name) {
  const LedgerJson* text = member(json, name);
  if (text == nullptr || !text->is_string()) return std::nullopt;
  return text->get<std::string>();
}

// In ascending order, as they are sought.
std::optional<std::vector<Fingerprint>> fingerprints_in(const LedgerJson& json, const char* name) {
  const LedgerJson* texts = member(json, name);
  if (texts == nullptr || !texts->is_array()) return std::nullopt;
  std::vector<Fingerprint> all;
  for (const LedgerJson& text : *texts) {
    const auto one = bytes_of<std::tuple_size_v<Fingerprint>>(text);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  std::ranges::sort(all);
  return all;
}

std::optional<release::LedgerEntry> entry_of(const LedgerJson& json) {
  const auto date = text_member(json, "date");
  const auto setting = text_member(json, "setting");
  const LedgerJson* rows = member(json, "rows");
  auto records = fingerprints_in(json, "records");
  auto columns = fingerprints_in(json, "columns");
  if (!date || !setting || !records || !columns || rows == nullptr || !rows->is_number_unsigned() ||
      rows->get<std::size_t>() != records->size()) {
    return std::nullopt;
  }
  return release::LedgerEntry{
      *date, *setting, {records->size(), *std::move(records), *std::move(columns)}};
}

Error no_ledger(const char* what) {
  return {ErrorKind::invalid_data,
          fmt::format("this is no ledger of releases, or a damaged one: {}.", what)};
}

}  // namespace

std::string ledger_text(const release::Ledger& ledger) {
  LedgerJson releases = LedgerJson::array();
  for (const release::LedgerEntry& entry : ledger.entries) {
    releases.push_back({{"date", entry.date},
                        {"setting", entry.setting},
                        {"rows", entry.fingerprints.rows},
                        {"columns", texts_of(entry.fingerprints.columns)},
                        {"records", texts_of(entry.fingerprints.records)}});
  }
  const LedgerJson json = {{"program", "overhand"},
                           {"ledger", ledger_schema},
                           {"fingerprint_key", hexadecimal(ledger.key.bytes())},
                           {"releases", releases}};
  return json.dump() + "\n";
}

Result<release::Ledger> ledger_from(const std::string& text) {
  const LedgerJson json = LedgerJson::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return no_ledger("it is no JSON object");
  const LedgerJson* schema = member(json, "ledger");
  if (text_member(json, "program") != "overhand" || schema == nullptr) {
    return no_ledger("it does not say so");
  }
  if (*schema != ledger_schema) return no_ledger("it is of another version");
  const LedgerJson* key = member(json, "fingerprint_key");
  const auto bytes = key == nullptr ? std::nullopt : bytes_of<random::Key::size>(*key);
  const LedgerJson* releases = member(json, "releases");
  if (!bytes) return no_ledger("its key is not whole");
  if (releases == nullptr || !releases->is_array()) return no_ledger("it lists no releases");
  release::Ledger ledger{random::Key(*bytes)};
  for (const LedgerJson& one : *releases) {
    auto entry = entry_of(one);
    if (!entry) return no_ledger("one of its releases is not whole");
    ledger.entries.push_back(*std::move(entry));
  }
  return ledger;
}

}  // namespace overhand::report
