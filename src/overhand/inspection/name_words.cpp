#include <algorithm>
#include <array>
#include <span>

#include "overhand/inspection/name_words_internal.h"

namespace overhand::inspection {
namespace {

using Words = std::vector<std::string>;
using Known = std::span<const std::string_view>;

constexpr auto persons = std::to_array<std::string_view>(
    {"firstname",    "lastname",     "surname",    "forename",    "givenname",  "familyname",
     "fullname",     "middlename",   "maidenname", "patientname", "personname", "clientname",
     "customername", "employeename", "membername", "vorname",     "nachname",   "familienname",
     "geburtsname",  "prenom",       "apellido",   "apellidos",   "nombre",     "cognome"});
constexpr auto contacts = std::to_array<std::string_view>(
    {"email", "mail", "phone", "telephone", "tel", "telefon", "mobile", "mobil", "handy", "fax",
     "address", "street", "adresse", "strasse",
     "stra\xc3\x9f"
     "e",
     "hausnummer", "iban"});
constexpr auto identifiers = std::to_array<std::string_view>(
    {"id", "ids", "uuid", "guid", "ssn", "nin", "mrn", "pid", "passport", "ahv", "svnr",
     "patientennummer", "fallnummer", "versichertennummer", "kundennummer", "personalnummer",
     "aktenzeichen"});
constexpr auto owners = std::to_array<std::string_view>(
    {"patient", "person", "case", "member", "customer", "client", "employee", "account", "record",
     "insurance", "policy", "household", "social", "security", "invoice", "serial", "visit"});
// A column called just so holds whom it is about.
constexpr auto subjects = std::to_array<std::string_view>(
    {"patient", "person", "case", "member", "customer", "client", "employee", "household", "family",
     "respondent", "participant", "subject", "haushalt"});
constexpr auto numbers =
    std::to_array<std::string_view>({"number", "no", "nr", "num", "nummer", "key"});
constexpr auto births = std::to_array<std::string_view>({"dob", "born", "naissance", "nacimiento"});
constexpr auto zips = std::to_array<std::string_view>(
    {"zip", "zipcode", "postcode", "postalcode", "postal", "plz", "postleitzahl"});
constexpr auto codes = std::to_array<std::string_view>(
    {"sex",      "gender",      "geschlecht",    "education",  "educ",      "edu",
     "bildung",  "school",      "schooling",     "race",       "ethnicity", "marital",
     "married",  "status",      "familienstand", "region",     "state",     "county",
     "country",  "district",    "code",          "class",      "type",      "group",
     "category", "kind",        "grade",         "stage",      "icd",       "diagnosis",
     "religion", "nationality", "citizenship",   "occupation", "job",       "profession",
     "sector",   "industry",    "ward",          "department", "station",   "insurance",
     "smoker",   "party",       "cluster",       "arm",        "treatment", "outcome",
     "flag",     "month",       "weekday",       "quarter",    "cohort",    "level"});
constexpr auto counts = std::to_array<std::string_view>(
    {"n",      "num",         "number",   "count", "children", "child",    "kids",   "kinder",
     "size",   "persons",     "members",  "rooms", "day",      "days",     "tage",   "visits",
     "year",   "years",       "age",      "alter", "times",    "hours",    "stay",   "weeks",
     "months", "pregnancies", "siblings", "cars",  "items",    "score",    "points", "amount",
     "income", "length",      "duration", "dauer", "anzahl",   "quantity", "drinks", "cigarettes"});

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) {
  return (small(c) >= 'a' && small(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool is_known(const std::string& word, Known known) {
  return std::ranges::find(known, word) != known.end();
}
bool has_any(const Words& words, Known known) {
  return std::ranges::any_of(words, [&](const auto& word) { return is_known(word, known); });
}

// "first name" is firstname: two words that make one.
bool has_any_joined(const Words& words, Known known) {
  if (has_any(words, known)) return true;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (is_known(words[i] + words[i + 1], known)) return true;
  }
  return false;
}

bool has_part(const Words& words, std::string_view part) {
  return std::ranges::any_of(
      words, [&](const auto& word) { return word.find(part) != std::string::npos; });
}

}  // namespace

std::vector<std::string> words_in(std::string_view name) {
  Words words;
  bool is_inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_part = is_letter(name[i]);
    const bool begins_by_capital = is_capital(name[i]) && i > 0 && !is_capital(name[i - 1]);
    if (is_part && (!is_inside || begins_by_capital)) words.emplace_back();
    if (is_part) words.back() += small(name[i]);
    is_inside = is_part;
  }
  return words;
}

NameWords::NameWords(std::string_view column) {
  const Words words = words_in(column);
  is_person = has_any_joined(words, persons) || words == Words{"name"};
  is_contact = has_any(words, contacts);
  is_identifier = has_any(words, identifiers) ||
                  (has_any(words, owners) && has_any(words, numbers)) ||
                  (words.size() == 1 && has_any(words, subjects));
  is_birth = has_any(words, births) || has_part(words, "birth") || has_part(words, "geburt");
  is_zip = has_any_joined(words, zips);
  is_code = has_any(words, codes);
  is_count = has_any(words, counts);
}

}  // namespace overhand::inspection
