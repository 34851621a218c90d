#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/inspection/odd_values_internal.h"
#include "overhand/inspection/proposal_internal.h"
#include "overhand/inspection/shapes_internal.h"
#include "overhand/statistics/range.h"
#include "overhand/table/column_words.h"
#include "overhand/table/date_layout.h"

namespace overhand::inspection {
namespace {

constexpr auto tells_who =
    "Text with many different values, which can tell who somebody is: moved among the records, it "
    "would still go out.";
constexpr auto singles_out =
    "Nearly every record has a value of its own: who knows it finds the record.";

constexpr auto long_numbers =
    "Long numbers, nearly all different, as persons, accounts and telephones have.";

// Of whole numbers that look like identifiers.
std::string why_identifiers(const Cells<std::int64_t>& values) {
  constexpr double eight_digits = 1e7;
  const auto [low, high] = statistics::range(values);
  return std::max(high, -low) >= eight_digits
             ? long_numbers
             : "Its numbers are nearly all different and fill their range, as running numbers do.";
}

constexpr auto tells_birth =
    "Its name says that it is the date of birth, by which persons are found.";

constexpr auto may_be_weight =
    " If it is how many each record stands for, say weight = this column above all columns, and "
    "set its role to keep.";

constexpr auto short_years =
    " Its years have two digits, and are taken for those of the hundred years up to today.";

constexpr auto days_in_digits =
    "Looks like days written as one number, such as 20231231: moved among the records by methods "
    "that keep values, made into days that never were by those that change them (noise, "
    "microaggregation).";

Proposal identifier(const Type& type, std::string why) {
  return {type, Treatment::drop, std::move(why), true};
}

// Values that are moved among the records: none is changed, so that each still tells that somebody
// has it.
Proposal moved(const Type& type, const std::string& what, const Tally& tally) {
  const bool has_rare = tally.rarest < fewest_records;
  return {type, Treatment::mask,
          fmt::format("{}: moved among the records{}.", what,
                      has_rare ? fmt::format("; that somebody has a rare one, of fewer than {} "
                                             "records, still goes out",
                                             fewest_records)
                               : "")};
}

std::string words_for(Shape shape) {
  switch (shape) {
    case Shape::email:
      return "e-mail addresses";
    case Shape::uuid:
      return "identifiers that are unique in the world (UUIDs)";
    case Shape::iban:
      return "numbers of bank accounts (IBANs)";
    case Shape::phone:
      return "telephone numbers";
  }
  return {};
}

// What is called a number of somebody.
std::string named_identity(const ValueCount& count) {
  std::string why = "Its name or label says that it tells persons, households or records apart";
  if (!is_nearly_unique(count)) why += "; records share its values: it may be the schema's unit";
  return why + ".";
}

}  // namespace

bool names_persons(const Texts& texts, const NameWords& name) {
  return name.is_person || shape_of(texts).has_value();
}

namespace {

// Why the text names a person, or empty.
std::string text_identity(const Texts& texts, const ValueCount& count, const NameWords& name) {
  if (const auto shape = shape_of(texts)) return "Looks like " + words_for(*shape) + ".";
  const bool is_many = count.distinct > few_levels;
  if (name.is_person) return "Its name says that it holds names of persons.";
  if (name.is_contact && is_many) return "Its name says where persons can be reached.";
  if (is_nearly_unique(count)) return singles_out;
  if (are_persons_names(texts) && is_many && 2 * count.distinct > count.present) {
    return "Looks like names of persons.";
  }
  return name.is_identifier && is_many ? named_identity(count) : "";
}

// What to say if `values` mean a missing value, as the schema writes it.
std::string if_missing(bool is_one, const std::string& values) {
  return fmt::format("if {} that the value is missing, say so with missing = [{}] here",
                     is_one ? "it means" : "they mean", values);
}

std::string in_quotes(const std::vector<Level>& levels) {
  std::vector<std::string> parts;
  for (const Level& level : levels) parts.push_back(fmt::format("\"{}\"", told(level.value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Not of numbers that tell records apart.
std::optional<TextsAmongNumbers> amounts_and_texts(const Texts& texts, const ValueCount& count,
                                                   const NameWords& name) {
  if (name.is_identifier || name.is_contact || name.is_zip) return std::nullopt;
  auto odd = texts_among_numbers(texts);
  return odd && odd->are_whole && is_nearly_unique(count) ? std::nullopt : std::move(odd);
}

Proposal for_numbers_and_texts(TextsAmongNumbers odd) {
  constexpr std::size_t most_shown = 3;
  std::size_t shown = 0;
  for (const Level& level : odd.shared) shown += level.records;
  odd.shared.resize(std::min(odd.shared.size(), most_shown));
  const std::string such = in_quotes(odd.shared);
  const bool is_all = shown == odd.records && !such.empty();
  const std::string list = such + (is_all ? "" : such.empty() ? "..." : ", ...");
  return {odd.are_whole ? Type(type::Integer{}) : Type(type::Real{}), Treatment::drop,
          fmt::format("Numbers but for {} text{}{}; {}, and set its role to mask.", odd.records,
                      odd.records == 1 ? "" : "s", such.empty() ? "" : " such as " + such,
                      if_missing(odd.records == 1, list))};
}

Proposal for_amounts_in_unit(const AmountsInUnit& amounts) {
  return {amounts.are_whole ? Type(type::Integer{}) : Type(type::Real{}), Treatment::mask,
          fmt::format("Amounts with '{}' in every cell: their values are changed, and go out "
                      "without it.",
                      told(amounts.unit))};
}

Proposal for_infinite(const Type& type, const std::vector<Level>& values) {
  std::size_t records = 0;
  for (const Level& value : values) records += value.records;
  return {type, Treatment::drop,
          fmt::format("{} of its values {} infinite, which cannot be masked; {}, and set its role "
                      "to mask.",
                      records, records == 1 ? "is" : "are",
                      if_missing(records == 1, in_quotes(values)))};
}

std::string about_codes(const std::vector<Level>& codes) {
  std::vector<std::string> told;
  std::vector<std::string> values;
  for (const Level& code : codes) {
    told.push_back(
        fmt::format("{} ({} record{})", code.value, code.records, code.records == 1 ? "" : "s"));
    values.push_back(code.value);
  }
  const bool is_one = codes.size() == 1;
  return fmt::format(" But {} {} far from the rest: {}.", fmt::join(told, ", "),
                     is_one ? "is" : "are",
                     if_missing(is_one, fmt::format("{}", fmt::join(values, ", "))));
}

bool has_few_levels(const ValueCount& count) {
  constexpr std::size_t records_each = 10;
  return count.distinct * records_each <= count.present ||
         (count.distinct <= few_levels && 2 * count.distinct <= count.present);
}

// Why the dates or times tell persons apart, or empty.
std::string day_identity(const ValueCount& count, const NameWords& name) {
  if (name.is_birth) return tells_birth;
  return is_nearly_unique(count) ? singles_out : "";
}

// Texts that tell nobody apart.
Proposal for_levels(const Column& column, const Tally& tally, const NameWords& name) {
  const bool is_category = std::holds_alternative<type::Category>(column.type);
  const Type category = is_category ? column.type : Type(type::Category{});
  if (name.is_zip || are_digits_of_one_length(std::get<Texts>(column.values))) {
    return moved(category, "A code of digits, such as a zip code", tally);
  }
  if (has_few_levels(tally.count)) {
    return moved(category, fmt::format("Text of {} levels", tally.count.distinct), tally);
  }
  return {type::Text{}, Treatment::drop, tells_who};
}

Proposal for_texts(const Column& column, const Tally& tally, const NameWords& name) {
  const auto& texts = std::get<Texts>(column.values);
  if (auto odd = amounts_and_texts(texts, tally.count, name)) {
    return for_numbers_and_texts(*std::move(odd));
  }
  const auto amounts = name.is_identifier ? std::nullopt : amounts_in_unit(texts);
  if (amounts && !(amounts->are_whole && is_nearly_unique(tally.count))) {
    return for_amounts_in_unit(*amounts);
  }
  const auto why = text_identity(texts, tally.count, name);
  return why.empty() ? for_levels(column, tally, name) : identifier(type::Text{}, why);
}

// Numbers from 0 on, none missing.
bool can_weight(const Column& column, const Tally& tally) {
  const Reals numbers = reals(column);
  return tally.missing == 0 && statistics::range(numbers).low >= 0;
}

// Of a column that is called a weight: those of records are few, each of many, or 1 on average, and
// those of bodies are neither.
bool weights_records(const Column& column, const Tally& tally, const NameWords& name) {
  if (!name.is_weight || is_nearly_unique(tally.count) || !can_weight(column, tally)) return false;
  const Reals numbers = reals(column);
  const double mean =
      std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
  constexpr double near_one = 0.1;
  const bool is_few = tally.count.distinct <= few_levels && tally.rarest >= fewest_records;
  return name.is_weight_of_records || is_few || std::abs(mean - 1) < near_one;
}

// One that is a record's alone points at it, so that it cannot stay with it.
Proposal for_weights(const Column& column, const Tally& tally) {
  const bool is_telling = tally.rarest == 1;
  return {column.type, is_telling ? Treatment::mask : Treatment::keep,
          fmt::format("Its name says that it weights the records: {}. With weight = this column, "
                      "above all columns, weighted totals are measured.",
                      is_telling ? "some have one that no other has, by which they would be found "
                                   "if it stayed with them, so that it is masked"
                                 : "it stays with its record"),
          false, true};
}

Proposal for_numbers(const Column& column, const Tally& tally, const NameWords& name) {
  if (const auto why = number_identity(column, name); !why.empty()) {
    return identifier(column.type, why);
  }
  if (weights_records(column, tally, name)) return for_weights(column, tally);
  if (looks_like_code(column, name)) {
    const std::string what =
        name.is_zip ? "Zip codes, which are no amounts"
                    : fmt::format("{} different whole numbers that stand for something, no amount",
                                  tally.count.distinct);
    return moved(type::Category{}, what, tally);
  }
  if (const auto infinite = infinite_values(column); !infinite.empty()) {
    return for_infinite(column.type, infinite);
  }
  if (are_days_in_digits(column)) return {column.type, Treatment::mask, days_in_digits};
  const auto codes = codes_among_amounts(column);
  const bool may_weight = name.is_weight && can_weight(column, tally);
  return {column.type, Treatment::mask,
          std::string("An amount: its values are changed.") + (may_weight ? may_be_weight : "") +
              (codes.empty() ? "" : about_codes(codes)),
          false, may_weight};
}

Proposal for_days(const Column& column, const Tally& tally, const NameWords& name) {
  const auto why = day_identity(tally.count, name);
  Proposal proposal =
      !why.empty() ? identifier(column.type, why)
                   : moved(column.type,
                           fmt::format("{} different dates or times", tally.count.distinct), tally);
  const bool has_short_years = column.date_layout != nullptr && column.date_layout->short_year;
  if (has_short_years) proposal.why += short_years;
  return proposal;
}

}  // namespace

std::string number_identity(const Column& column, const NameWords& name) {
  const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
  if (name.is_birth && are_days_in_digits(column)) return tells_birth;
  if (looks_like_identifier(column)) {
    const std::string why = whole == nullptr ? long_numbers : why_identifiers(*whole);
    const bool are_sums = name.is_amount && !name.is_identifier && why == long_numbers;
    return are_sums ? std::string() : why;
  }
  if (!name.is_identifier || (whole != nullptr && few_values(*whole))) return {};
  const ValueCount count = count_values(column);
  return count.distinct > few_levels ? named_identity(count) : "";
}

std::string identity_of(const Column& column, const NameWords& name) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const ValueCount count = count_values(column);
    std::string why = text_identity(*texts, count, name);
    if (!why.empty()) return why;
    const bool is_code = name.is_zip || are_digits_of_one_length(*texts);
    return is_code || has_few_levels(count) ? std::string() : tells_who;
  }
  if (is_quantity(column.type)) return number_identity(column, name);
  const bool is_truth = std::holds_alternative<type::Boolean>(column.type);
  return is_truth ? std::string() : day_identity(count_values(column), name);
}

bool looks_like_code(const Column& column, const NameWords& name) {
  const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
  if (whole == nullptr || !is_quantity(column.type)) return false;
  if (name.is_zip) return true;
  const auto values = few_values(*whole);
  constexpr std::size_t records_each = 10;
  if (!values || values->size() < 2 || values->size() * records_each > whole->size()) return false;
  if (name.is_code) return true;
  const bool runs_from_one =
      values->front() == 1 && values->back() == static_cast<std::int64_t>(values->size());
  return !name.is_count && (values->size() == 2 || runs_from_one);
}

Proposal proposal_for(const Column& column, const Tally& tally) {
  const NameWords name = name_words(column);
  if (tally.count.present == 0) {
    return {type::Text{}, Treatment::drop, "Every value is missing."};
  }
  const bool is_text = std::holds_alternative<Texts>(column.values);
  if (tally.count.distinct == 1 && tally.rarest >= fewest_records && tally.missing == 0) {
    return {is_text ? Type(type::Category{}) : column.type, Treatment::keep,
            "All records have the same value, which tells nothing about anyone."};
  }
  if (is_text) return for_texts(column, tally, name);
  const auto days = [&](const auto&) { return for_days(column, tally, name); };
  const auto numbers = [&](const auto&) { return for_numbers(column, tally, name); };
  return match(
      column.type,  //
      [&](const type::Real& real) { return numbers(real); },
      [&](const type::Integer& integer) { return numbers(integer); },
      [&](const type::Boolean&) { return moved(column.type, "True or false", tally); },
      [&](const type::Date& date) { return days(date); },
      [&](const type::Timestamp& time) { return days(time); },
      [&](const type::Duration& duration) { return days(duration); },
      [&](const type::Category&) { return for_texts(column, tally, name); },
      [&](const type::Text&) { return for_texts(column, tally, name); });
}

}  // namespace overhand::inspection
