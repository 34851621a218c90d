#include <fmt/format.h>

#include <algorithm>

#include "overhand/inspection/proposal_internal.h"
#include "overhand/inspection/shapes_internal.h"
#include "overhand/statistics/range.h"

namespace overhand::inspection {
namespace {

constexpr auto singles_out =
    "Nearly every record has a value of its own: who knows it finds the record.";

Proposal identifier(const Type& type, std::string why) {
  return {type, Treatment::drop, std::move(why), true};
}

// A column that cannot be masked yet goes out as it is or not at all.
Proposal kept_or_dropped(const Type& type, const std::string& what, const Tally& tally) {
  if (tally.rarest >= fewest_records) {
    return {type, Treatment::keep,
            fmt::format("{}, with at least {} records each; it goes out as it is, and a kept "
                        "column is what an intruder knows first.",
                        what, fewest_records)};
  }
  return {type, Treatment::drop,
          fmt::format("{}, some with fewer than {} records, whom it would give away; it cannot be "
                      "masked yet.",
                      what, fewest_records)};
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
  if (name.is_identifier && is_many) return "Its name says that it tells persons or records apart.";
  return {};
}

bool has_few_levels(const ValueCount& count) {
  constexpr std::size_t records_each = 10;
  return count.distinct * records_each <= count.present ||
         (count.distinct <= few_levels && 2 * count.distinct <= count.present);
}

// Why the dates or times tell persons apart, or empty.
std::string day_identity(const ValueCount& count, const NameWords& name) {
  if (name.is_birth) {
    return "Its name says that it is the date of birth, by which persons are found.";
  }
  return is_nearly_unique(count) ? singles_out : "";
}

Proposal for_texts(const Column& column, const Tally& tally, const NameWords& name) {
  const auto& texts = std::get<Texts>(column.values);
  const Type category =
      std::holds_alternative<type::Category>(column.type) ? column.type : Type(type::Category{});
  if (const auto why = text_identity(texts, tally.count, name); !why.empty()) {
    return identifier(type::Text{}, why);
  }
  if (name.is_zip || are_digits_of_one_length(texts)) {
    return kept_or_dropped(category, "A code of digits, such as a zip code", tally);
  }
  if (has_few_levels(tally.count)) {
    return kept_or_dropped(category, fmt::format("Text of {} levels", tally.count.distinct), tally);
  }
  return {type::Text{}, Treatment::drop,
          "Text with many different values, which can tell who somebody is; it cannot be masked."};
}

Proposal for_numbers(const Column& column, const Tally& tally, const NameWords& name) {
  if (const auto why = number_identity(column, name); !why.empty()) {
    return identifier(column.type, why);
  }
  if (looks_like_code(column, name)) {
    const std::string what =
        name.is_zip ? "Zip codes, which are no amounts"
                    : fmt::format("{} different whole numbers that stand for something, no amount",
                                  tally.count.distinct);
    return kept_or_dropped(type::Category{}, what, tally);
  }
  return {column.type, Treatment::mask, "An amount: its values are changed."};
}

Proposal for_days(const Column& column, const Tally& tally, const NameWords& name) {
  if (const auto why = day_identity(tally.count, name); !why.empty()) {
    return identifier(column.type, why);
  }
  return kept_or_dropped(column.type,
                         fmt::format("{} different dates or times", tally.count.distinct), tally);
}

}  // namespace

std::string number_identity(const Column& column, const NameWords& name) {
  const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
  if (whole == nullptr) return {};
  if (looks_like_identifier(column)) {
    constexpr double eight_digits = 1e7;
    return statistics::range(*whole).low >= eight_digits
               ? "Long numbers, nearly all different, as persons, accounts and telephones have."
               : "Its numbers are nearly all different and fill their range, as running numbers "
                 "do.";
  }
  if (name.is_identifier && !few_values(*whole)) {
    return "Its name says that it tells persons or records apart.";
  }
  return {};
}

std::string identity_of(const Column& column, const NameWords& name) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return text_identity(*texts, count_values(column), name);
  }
  if (is_quantity(column.type)) return number_identity(column, name);
  const bool is_truth = std::holds_alternative<type::Boolean>(column.type);
  return is_truth ? std::string() : day_identity(count_values(column), name);
}

bool looks_like_code(const Column& column, const NameWords& name) {
  const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
  if (whole == nullptr) return false;
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
  const NameWords name(column.name);
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
      [&](const type::Boolean&) { return kept_or_dropped(column.type, "True or false", tally); },
      [&](const type::Date& date) { return days(date); },
      [&](const type::Timestamp& time) { return days(time); },
      [&](const type::Duration& duration) { return days(duration); },
      [&](const type::Category&) { return for_texts(column, tally, name); },
      [&](const type::Text&) { return for_texts(column, tally, name); });
}

}  // namespace overhand::inspection
