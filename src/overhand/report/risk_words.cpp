#include "overhand/report/risk_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "overhand/inspection/undecided.h"
#include "overhand/table/column_words.h"

namespace overhand::report {
namespace {

std::string sampled_words(const evaluation::Linkage& linkage) {
  return fmt::format(
      "about {:.0f} of 100 among {} records (between {:.1f} and {:.1f} with 95 % "
      "confidence; {} of them were tried)",
      100 * linkage.share, grouped(linkage.records), 100 * linkage.interval->low,
      100 * linkage.interval->high, grouped(linkage.searched));
}

std::string counted_words(const evaluation::Linkage& linkage) {
  const double linked = std::round(linkage.share * static_cast<double>(linkage.searched));
  return fmt::format("{} of {} records ({:.0f} of 100)", grouped(static_cast<std::size_t>(linked)),
                     grouped(linkage.records), 100 * linkage.share);
}

// What an intruder links who knows the columns that go out as they are.
std::string known_words(const risk::FoundShare& known, const risk::KeptColumns& kept) {
  const char* const who = kept.is_told_emptied ? "Who knows them, and all that was emptied, links"
                                               : "Who knows them links";
  if (known.interval) {
    return fmt::format(
        "{} about {:.0f} of 100 records to their own original (between "
        "{:.1f} and {:.1f} with 95 % confidence; {} of them were tried).",
        who, 100 * known.share(), 100 * known.interval->low, 100 * known.interval->high,
        grouped(known.searched));
  }
  return fmt::format("{} {} of {} records ({:.0f} of 100) to their own original.", who,
                     grouped(known.found), grouped(kept.records), 100 * known.share());
}

// A sentence as the end of another: "because column ...".
std::string continued(std::string sentence) {
  sentence.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence.front())));
  return sentence;
}

// "12 of 990 units (1 of 100) are nearest to their own original by ..."; empty where none were
// sought.
std::string found_words(const risk::KeptColumns& kept, const std::optional<risk::FoundShare>& found,
                        const char* who, const char* by) {
  if (!found) return "";
  return fmt::format("{} of {} {}{} ({:.0f} of 100) are nearest to their own original by {}{}.",
                     grouped(found->found), grouped(found->searched), who,
                     found->interval ? " of a sample" : "", 100 * found->share(), by,
                     kept.empty() ? "" : ", among those that agree in what goes out as it is");
}

}  // namespace

std::string grouped(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, ",");
  return digits;
}

std::string linkage_words(const Result<evaluation::Linkage>& linkage) {
  if (!linkage) return "not measured, because " + continued(linkage.error().message);
  const std::string linked = linkage->interval ? sampled_words(*linkage) : counted_words(*linkage);
  if (linkage->is_by_source) {
    return fmt::format("{} are nearest to their own original, by true source.", linked);
  }
  return fmt::format(
      "not known by source, because these records have none; lower bound: {} are "
      "nearest to the original of the same rank.",
      linked);
}

std::string kept_words(const risk::KeptColumns& kept) {
  if (kept.empty()) return "";
  std::string names;
  if (!kept.names.empty()) {
    names += fmt::format("Kept as they are: {}. ", fmt::join(kept.names, ", "));
  }
  if (!kept.unchanged.empty()) {
    names += fmt::format("Not changed by the masking: {}. ", fmt::join(kept.unchanged, ", "));
  }
  names +=
      kept.unique == 0
          ? fmt::format("On them no record is unique; the smallest class has {} records.",
                        grouped(kept.smallest_class))
          : fmt::format("On them {} of {} records are unique: who knows them finds the record.",
                        grouped(kept.unique), grouped(kept.records));
  return kept.linkage ? fmt::format("{} {}", names, known_words(*kept.linkage, kept)) : names;
}

std::string beside_keys_words(const risk::KeptColumns& kept) {
  if (kept.beside_keys.empty()) return "";
  const bool is_one = kept.beside_keys.size() == 1;
  return fmt::format(
      "{} {} kept and no key{}: suppression did not look at {}, and who knows {} too tells records "
      "apart that share their keys. Over all kept columns the smallest class has {} record{}. Mask "
      "or drop {}; what has few values can be named among the keys.",
      is_one ? at_start(kept.beside_keys.front()) : "The columns " + told(kept.beside_keys),
      is_one ? "is" : "are", is_one ? "" : "s", is_one ? "it" : "them", is_one ? "it" : "them",
      grouped(kept.smallest_class), kept.smallest_class == 1 ? "" : "s", is_one ? "it" : "them");
}

std::string told_words(const risk::KeptColumns& kept) {
  constexpr std::size_t most_named = 3;
  if (kept.told.empty()) return "";
  std::vector<std::string> words;
  for (const auto& [column, records] : kept.told) {
    if (words.size() < most_named) {
      words.push_back(fmt::format("{} (of {} records)", told(column), grouped(records)));
    }
  }
  const std::size_t more = kept.told.size() - words.size();
  return fmt::format(
      "Who knows what goes out as it is knows a masked value with it, as all records that agree "
      "have the same one: {}{}.",
      fmt::join(words, ", "), more == 0 ? "" : fmt::format(" and {} columns more", more));
}

std::string small_class_words(const risk::KeptColumns& kept, bool is_made_anew) {
  if (kept.in_small_classes == 0) return "";
  return fmt::format(
      "{}{} of {} records are in classes of fewer than {} by what goes out as it is, where {}.",
      is_made_anew ? "These records have no source to link them by; " : "",
      grouped(kept.in_small_classes), grouped(kept.records), risk::small_class,
      is_made_anew ? "each value is that of one of so few persons"
                   : "so few persons are to be told apart");
}

std::string copy_words(const risk::KeptColumns& kept) {
  const auto& copies = kept.copies;
  if (copies.found == 0) return "";
  const bool is_one = copies.found == 1;
  return fmt::format(
      "{} of {} records{} {} of an original record that is unique, in the columns to mask alone, "
      "whoever's {} made from.",
      grouped(copies.found), grouped(copies.searched), copies.interval ? " of a sample" : "",
      is_one ? "is an exact copy" : "are exact copies", is_one ? "it was" : "they were");
}

std::string unit_words(const risk::KeptColumns& kept) {
  return found_words(kept, kept.units, "units", "all their records together");
}

std::string rank_words(const risk::KeptColumns& kept) {
  return found_words(kept, kept.ranks, "records",
                     "the ranks of their values and the order of their levels");
}

std::string identifier_words(const risk::KeptColumns& kept) {
  if (kept.identifiers.empty()) return "";
  const bool is_one = kept.identifiers.size() == 1;
  return fmt::format(
      "{}: the masking gives {} values to other records, but they stay in the table and tell who "
      "is in it. Leave {} out.",
      is_one ? at_start(kept.identifiers.front()) + " looks like an identifier"
             : fmt::format("Columns {} look like identifiers", told(kept.identifiers)),
      is_one ? "its" : "their", is_one ? "it" : "them");
}

risk::KeptColumns with_names_of_persons(risk::KeptColumns kept, const Table& original) {
  for (const auto& name : inspection::names_of_persons(original, Role::mask)) {
    if (std::ranges::find(kept.identifiers, name) == kept.identifiers.end()) {
      kept.identifiers.push_back(name);
    }
  }
  return kept;
}

std::string order_words(const risk::KeptColumns& kept) {
  if (!kept.is_in_order) return "";
  return "The records stand in the order of the original: who knows that order needs no linkage.";
}

std::string unique_words(const risk::KeptColumns& kept) {
  const char* which = kept.unchanged.empty() ? "kept"
                      : kept.names.empty()   ? "unchanged"
                                             : "kept and unchanged";
  return fmt::format("{} {} unique on {} columns", grouped(kept.unique),
                     kept.unique == 1 ? "record is" : "records are", which);
}

std::string repeat_words(const risk::KeptColumns& kept, const risk::SourceUse& use) {
  if (kept.names.empty() || use.repeated == 0 || kept.are_counts_kept) return "";
  return fmt::format(
      "{} kept {} more than once and {} not at all: kept columns come from each "
      "record's source, and some sources serve twice.",
      grouped(use.repeated), use.repeated == 1 ? "record goes out" : "records go out",
      grouped(use.unused));
}

std::string moved_words(const masking::MovedUnits& moved) {
  const double share = 100 * static_cast<double>(moved.moved) /
                       static_cast<double>(std::max<std::size_t>(moved.units, 1));
  std::string words = fmt::format("{} of {} records or units ({:.1f} of 100) have changed places.",
                                  grouped(moved.moved), grouped(moved.units), share);
  words +=
      " Rows stand in their order unless they are shuffled: in a file that is sorted by area "
      "the order shows who has moved.";
  if (moved.risky == 0) return words + " None was at risk by its keys inside its area.";
  words += fmt::format(" {} were at risk by their keys inside their area", grouped(moved.risky));
  if (moved.stuck == 0) return words + ", and all of them have left it.";
  return words + fmt::format(
                     ", and {} of them are still there, known as before: no unit of their size "
                     "elsewhere was left to change places with.",
                     grouped(moved.stuck));
}

}  // namespace overhand::report
