#include <algorithm>
#include <array>
#include <span>

#include "overhand/core/letters.h"
#include "overhand/inspection/name_words_internal.h"

namespace overhand::inspection {
namespace {

using namespace std::string_view_literals;
using Words = std::vector<std::string>;
using Known = std::span<const std::string_view>;

constexpr auto persons = std::to_array<std::string_view>(
    {"firstname",    "lastname",     "surname",    "forename",    "givenname",  "familyname",
     "fullname",     "middlename",   "maidenname", "patientname", "personname", "clientname",
     "customername", "employeename", "membername", "vorname",     "nachname",   "familienname",
     "geburtsname",  "prenom",       "apellido",   "apellidos",   "nombre",     "cognome",
     "nom",          "nome"});
constexpr auto contacts = std::to_array<std::string_view>({"email",
                                                           "mail",
                                                           "phone",
                                                           "telephone",
                                                           "tel",
                                                           "telefon",
                                                           "mobile",
                                                           "mobil",
                                                           "handy",
                                                           "fax",
                                                           "telefono",
                                                           "celular",
                                                           "cellulare",
                                                           "movil",
                                                           "courriel",
                                                           "correo",
                                                           "indirizzo",
                                                           "direccion",
                                                           "address",
                                                           "street",
                                                           "adresse",
                                                           "strasse",
                                                           "stra\xc3\x9f"
                                                           "e",
                                                           "hausnummer",
                                                           "iban"});
constexpr auto identifiers = std::to_array<std::string_view>(
    {"id",          "ids",           "uuid",           "guid",         "uid",      "ssn",
     "nin",         "mrn",           "passport",       "ahv",          "ident",    "identifier",
     "identifiant", "identificador", "identificativo", "aktenzeichen", "matrikel", "matricule",
     "matricula",   "matricola",     "dossier",        "expediente",   "pratica",  "dni",
     "cedula",      "curp",          "codicefiscale"});
constexpr auto owners = std::to_array<std::string_view>(
    {"patient",     "person", "case",      "member",   "customer",  "client",    "employee",
     "account",     "record", "insurance", "policy",   "household", "social",    "security",
     "invoice",     "serial", "visit",     "student",  "pupil",     "nhs",       "resident",
     "citizen",     "tax",    "claim",     "contract", "user",      "subject",   "respondent",
     "participant", "family", "lfd",       "laufende", "dossier",   "expediente"});
// As they are shortened in front of "id", "no" and the like: hhid, custno, idhogar.
constexpr auto short_owners = std::to_array<std::string_view>(
    {"h", "hh", "p", "pat", "pers", "cust", "emp", "resp", "stud", "hogar", "persona", "paciente",
     "menage", "individu", "paziente", "famiglia", "fall", "haushalt"});
// A column called just so holds whom it is about.
constexpr auto subjects = std::to_array<std::string_view>(
    {"patient", "person", "case", "member", "customer", "client", "employee", "household", "family",
     "respondent", "participant", "subject", "haushalt", "account", "numero"});
constexpr auto numbers =
    std::to_array<std::string_view>({"number", "no", "nr", "num", "nummer", "numero", "key"});
// In a sentence these count what follows.
constexpr auto counting = std::to_array<std::string_view>({"of", "de", "di", "der", "per", "pro"});
constexpr auto births = std::to_array<std::string_view>(
    {"dob", "born", "naissance", "nacimiento", "nascita", "geb", "gebdat"});
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

constexpr auto amounts = std::to_array<std::string_view>(
    {"amount",    "amt",     "income",   "inc",       "earnings", "wage",      "wages",
     "salary",    "pay",     "expend",   "expense",   "expenses", "spending",  "expenditure",
     "cost",      "costs",   "price",    "revenue",   "turnover", "sales",     "profit",
     "loss",      "tax",     "taxes",    "savings",   "saving",   "assets",    "debt",
     "debts",     "loan",    "balance",  "rent",      "budget",   "capital",   "betrag",
     "lohn",      "gehalt",  "umsatz",   "kosten",    "preis",    "einkommen", "steuer",
     "gewinn",    "miete",   "ausgaben", "ersparnis", "revenu",   "salaire",   "montant",
     "prix",      "cout",    "loyer",    "impot",     "ingreso",  "ingresos",  "salario",
     "importe",   "precio",  "coste",    "gasto",     "gastos",   "impuesto",  "reddito",
     "stipendio", "importo", "prezzo",   "spesa",     "imposta"});

constexpr auto weights = std::to_array<std::string_view>(
    {"weight", "weights", "wt", "gewicht", "poids", "peso", "pond"});
constexpr auto weights_of_records = std::to_array<std::string_view>(
    {"wgt", "pweight", "hweight", "weighting", "gewichtung", "gewichtungsfaktor",
     "hochrechnungsfaktor", "ponderation", "ponderacion", "ponderazione", "surveyweight",
     "samplingweight", "sampleweight", "designweight", "householdweight", "personweight"});
// What is weighed is a body.
constexpr auto bodies = std::to_array<std::string_view>(
    {"body", "birth", "kg", "lb", "lbs", "g", "grams", "koerper", "korper", "corps", "corporel",
     "corporal", "corporeo", "geburt"});

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

bool says_birth(const Words& words) {
  return has_any(words, births) || has_part(words, "birth") || has_part(words, "geburt");
}

// German joins words: Jahresgehalt, Materialkosten.
bool says_amount(const Words& words) {
  constexpr std::size_t shortest_end = 5;
  return std::ranges::any_of(words, [&](const std::string& word) {
    return std::ranges::any_of(amounts, [&](std::string_view amount) {
      return word == amount || (amount.size() >= shortest_end && word.ends_with(amount));
    });
  });
}

bool is_owner(const std::string& word) {
  return is_known(word, owners) || is_known(word, short_owners);
}

constexpr auto german_numbers = std::to_array<std::string_view>({"nr", "nummer"});

// One word that names somebody's number: patientennr, kontonummer, caseid, custno, idhogar.
bool is_joined_identifier(const std::string& word) {
  constexpr auto ends = std::to_array<std::string_view>({"id", "no", "num", "number"});
  const auto ends_in = [&](std::string_view end) {
    return word.size() > end.size() && word.ends_with(end);
  };
  const auto is_owners = [&](std::string_view end) {
    return ends_in(end) && is_owner(word.substr(0, word.size() - end.size()));
  };
  return std::ranges::any_of(german_numbers, ends_in) || std::ranges::any_of(ends, is_owners) ||
         (word.starts_with("id") && is_owner(word.substr(2)));
}

// A telephone and nothing but its number.
bool is_contacts_number(const Words& words) {
  return has_any(words, contacts) && std::ranges::all_of(words, [](const auto& word) {
           return is_known(word, contacts) || is_known(word, numbers);
         });
}

bool says_identifier(const Words& words) {
  const bool is_number_of_owner = has_any(words, numbers) && std::ranges::any_of(words, is_owner);
  return has_any_joined(words, identifiers) || is_number_of_owner || is_contacts_number(words) ||
         std::ranges::any_of(words, is_joined_identifier) ||
         (!words.empty() && is_known(words.back(), german_numbers)) ||
         (words.size() == 1 && has_any(words, subjects));
}

// A label is a sentence, in which "number of persons" counts them and others are only mentioned.
bool label_says_identifier(const Words& words) {
  constexpr std::size_t most_words = 3;
  if (words.empty()) return false;
  if (is_known(words.front(), identifiers)) return true;
  return words.size() <= most_words && !has_any(words, counting) && says_identifier(words);
}

// The letter without its accent, of two bytes that stand for one of Latin-1; 0: leave it.
char without_accent(unsigned char first, unsigned char second) {
  constexpr std::string_view letters =
      "AAAAAA\0CEEEEIIII\0NOOOOO\0OUUUUY\0\0aaaaaa\0ceeeeiiii\0nooooo\0ouuuuy\0y"sv;
  return first == 0xC3 && second >= 0x80 && second < 0x80 + letters.size() ? letters[second - 0x80U]
                                                                           : '\0';
}

std::string without_accents(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const char letter =
        i + 1 < name.size() ? without_accent(byte, static_cast<unsigned char>(name[i + 1])) : '\0';
    plain += letter == '\0' ? name[i] : letter;
    if (letter != '\0') ++i;
  }
  return plain;
}

}  // namespace

std::vector<std::string> words_in(std::string_view text) {
  const std::string name = without_accents(text);
  Words words;
  bool is_inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_part = is_letter(name[i]);
    const bool begins_by_capital = is_capital(name[i]) && i > 0 && !is_capital(name[i - 1]);
    if (is_part && (!is_inside || begins_by_capital)) words.emplace_back();
    if (is_part) words.back() += in_small(name[i]);
    is_inside = is_part;
  }
  return words;
}

NameWords::NameWords(std::string_view column, std::string_view label) {
  const Words words = words_in(column);
  const Words about = words_in(label);
  is_person = has_any_joined(words, persons) || words == Words{"name"};
  is_contact = has_any(words, contacts);
  is_identifier = says_identifier(words) || label_says_identifier(about);
  is_birth = says_birth(words) || says_birth(about);
  is_zip = has_any_joined(words, zips);
  is_code = has_any(words, codes);
  is_count = has_any(words, counts);
  is_amount = says_amount(words);
  is_weight_of_records = has_any_joined(words, weights_of_records);
  const bool is_of_body = has_any(words, bodies) || has_any(about, bodies);
  is_weight = is_weight_of_records || (has_any(words, weights) && !is_of_body);
}

NameWords name_words(const Column& column) {
  return NameWords(column.name, column.labels ? column.labels->variable : std::string());
}

}  // namespace overhand::inspection
