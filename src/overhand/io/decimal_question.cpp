#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "overhand/io/decimal_question_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Clue = DecimalClue;
using Vote = DecimalVote;

const Clue* first_with(const std::vector<Clue>& clues, std::initializer_list<Vote> votes) {
  const auto found = std::ranges::find_if(
      clues, [&](const Clue& clue) { return std::ranges::find(votes, clue.vote) != votes.end(); });
  return found == clues.end() ? nullptr : &*found;
}

Error question(const Clue& clue, Place place, const std::string& sentence) {
  place.column = clue.column;
  return {ErrorKind::invalid_data,
          sentence,
          std::move(place),
          {{Action::say_decimal, {}, "."}, {Action::say_decimal, {}, ","}}};
}

// The digits are made up: a message never shows a cell.
std::string two_readings(const Clue& clue) {
  const bool has_point = clue.vote == Vote::point_or_group;
  return fmt::format(
      "a number like {} in {} can be {} (with a decimal point) or {} (with a decimal comma).",
      has_point ? "1.234" : "1,234", in_words(clue.column), has_point ? "1.234" : "1234",
      has_point ? "1234" : "1.234");
}

std::string contradiction(const Clue& point, const Clue& comma) {
  return fmt::format(
      "{} has numbers with a decimal comma, like 1,5, and {} numbers with a decimal point, like "
      "1.5.",
      in_words(comma.column), in_words(point.column));
}

}  // namespace

bool DecimalSearch::add(std::string_view cell, std::size_t row) {
  are_numbers_ = are_numbers_ && evidence_.add(cell);
  if (!first_ && cell.find_first_of(".,") != std::string_view::npos) first_ = row;
  return are_numbers_;
}

Clue DecimalSearch::clue(std::string column) const {
  return {are_numbers_ ? evidence_.vote() : Vote::none, std::move(column), first_.value_or(0)};
}

std::optional<char> decimal_by(const std::vector<Vote>& votes, char delimiter) {
  const auto has = [&](Vote vote) { return std::ranges::find(votes, vote) != votes.end(); };
  // Between commas a number has a point, and a comma within quotes is the exception.
  if (delimiter == ',' && (has(Vote::point) || has(Vote::point_or_group))) return '.';
  if (has(Vote::point) == has(Vote::comma)) return std::nullopt;
  return has(Vote::point) ? '.' : ',';
}

Result<char> agreed_decimal(const std::vector<Clue>& clues, char delimiter, char likely,
                            const std::function<Place(std::size_t row)>& place_of) {
  std::vector<Vote> votes;
  for (const Clue& clue : clues) votes.push_back(clue.vote);
  if (const auto decimal = decimal_by(votes, delimiter)) return *decimal;
  const Clue* point = first_with(clues, {Vote::point});
  const Clue* comma = first_with(clues, {Vote::comma});
  if (point != nullptr && comma != nullptr) {
    return question(*comma, place_of(comma->row), contradiction(*point, *comma));
  }
  const Clue* either = first_with(clues, {Vote::point_or_group, Vote::comma_or_group});
  if (either != nullptr) return question(*either, place_of(either->row), two_readings(*either));
  return likely;
}

}  // namespace overhand::io
