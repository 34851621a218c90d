#include "overhand/table/date_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <map>

#include "overhand/core/letters.h"
#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column.h"
#include "overhand/table/levels.h"

namespace overhand {
namespace {

struct Shape {
  DateOrder order;
  char separator;
  bool names_month = false;
  bool short_year = false;
};

// Nobody writes the month first with points.
constexpr std::array<Shape, 20> shapes = {{
    {DateOrder::year_first, '-'},
    {DateOrder::year_first, '/'},
    {DateOrder::year_first, '.'},
    {DateOrder::day_first, '.'},
    {DateOrder::day_first, '/'},
    {DateOrder::month_first, '/'},
    {DateOrder::day_first, '-'},
    {DateOrder::month_first, '-'},
    {DateOrder::day_first, ' ', true},
    {DateOrder::day_first, '-', true},
    {DateOrder::month_first, ' ', true},
    {DateOrder::day_first, '.', false, true},
    {DateOrder::day_first, '/', false, true},
    {DateOrder::month_first, '/', false, true},
    {DateOrder::year_first, '/', false, true},
    {DateOrder::day_first, '-', false, true},
    {DateOrder::month_first, '-', false, true},
    {DateOrder::year_first, '-', false, true},
    {DateOrder::day_first, ' ', true, true},
    {DateOrder::day_first, '-', true, true},
}};

// What a cell can tell of its layout, each by a number.
struct Clue {
  enum Name : std::size_t {
    pads_days,
    has_comma,
    month,
    letters,
    before_time,
    pads_hours,
    has_seconds,
    decimals,
    zone,
    offset,
    count
  };
};
using Clues = std::array<std::optional<int>, Clue::count>;

// How many cells told what.
class Votes {
 public:
  void add(const Clues& clues) {
    for (std::size_t clue = 0; clue < Clue::count; ++clue) {
      if (clues[clue]) ++counts_[clue][*clues[clue]];
    }
  }
  // What most of those say that tell it.
  int winner(Clue::Name clue, int usual = 0) const {
    const auto& counts = counts_[clue];
    if (counts.empty()) return usual;
    const auto count = [](const auto& entry) { return entry.second; };
    return std::ranges::max_element(counts, {}, count)->first;
  }

 private:
  std::array<std::map<int, std::size_t>, Clue::count> counts_;
};

// The number at the left end of `text`, of `least` to `most` digits, which is taken off.
std::optional<std::int64_t> take_number(std::string_view& text, std::size_t least,
                                        std::size_t most) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  if (count < least || count > most) return std::nullopt;
  const auto number = number_of<std::int64_t>(text.substr(0, count));
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

using Part = std::optional<std::int64_t>;

bool is_same_in_small(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, in_small, in_small);
}

LetterCase case_of(std::string_view word) {
  if (!is_capital(word[0])) return LetterCase::small;
  return is_capital(word[1]) ? LetterCase::capitals : LetterCase::first_capital;
}

// "Dec", "dec" or "December" as 12.
Part take_month(std::string_view& text, Clues& clues) {
  constexpr std::size_t shortest = 3;
  const auto end = std::ranges::find_if_not(text, is_letter);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  const auto found = std::ranges::find_if(month_names, [&](std::string_view month) {
    const std::string_view meant = word.size() == shortest ? month.substr(0, shortest) : month;
    return is_same_in_small(word, meant);
  });
  if (found == month_names.end()) return std::nullopt;
  if (found->size() > shortest) {
    clues[Clue::month] =
        static_cast<int>(word.size() == shortest ? MonthText::short_name : MonthText::name);
  }
  clues[Clue::letters] = static_cast<int>(case_of(word));
  text.remove_prefix(word.size());
  return found - month_names.begin() + 1;
}

// One that is 10 or more tells nothing of zeros in front.
Part take_day_or_month(std::string_view& text, Clues& clues) {
  const bool has_zero = text.starts_with('0');
  const auto number = take_number(text, 1, 2);
  if (number && *number < 10) clues[Clue::pads_days] = static_cast<int>(has_zero);
  return number;
}

// Days since 1970.
Part day_number(std::int64_t year, std::int64_t month, std::int64_t day) {
  using namespace std::chrono;
  const year_month_day date(std::chrono::year(static_cast<int>(year)),
                            std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date).time_since_epoch().count();
}

// Of a year of two digits.
Part past_day_number(std::int64_t year, std::int64_t month, std::int64_t day) {
  constexpr std::int64_t this_century = 2000;
  constexpr std::int64_t last_century = 1900;
  const auto latest = day_number(this_century + year, month, day);
  if (latest && *latest <= hundred_years().last_day) return latest;
  return day_number(last_century + year, month, day);
}

// What stands first, second and third in a date.
std::optional<std::array<std::int64_t, 3>> take_parts(std::string_view& text, const Shape& shape,
                                                      Clues& clues) {
  const std::size_t year_digits = shape.short_year ? 2 : 4;
  const bool is_month_first = shape.order == DateOrder::month_first;
  const auto take_part = [&](std::size_t i) {
    const std::size_t year = shape.order == DateOrder::year_first ? 0 : 2;
    const std::size_t month = is_month_first ? 0 : 1;
    if (i == year) return take_number(text, year_digits, year_digits);
    const bool is_named = shape.names_month && i == month;
    return is_named ? take_month(text, clues) : take_day_or_month(text, clues);
  };
  std::array<std::int64_t, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i == 2 && is_month_first && shape.names_month) {
      clues[Clue::has_comma] = static_cast<int>(take(text, ','));
    }
    if (i > 0 && !take(text, shape.separator)) return std::nullopt;
    const auto part = take_part(i);
    if (!part) return std::nullopt;
    parts[i] = *part;
  }
  return parts;
}

Part take_day(std::string_view& text, const Shape& shape, Clues& clues) {
  const auto parts = take_parts(text, shape, clues);
  if (!parts) return std::nullopt;
  const auto number = shape.short_year ? past_day_number : day_number;
  const auto [first, second, third] = *parts;
  if (shape.order == DateOrder::year_first) return number(first, second, third);
  return shape.order == DateOrder::day_first ? number(third, second, first)
                                             : number(third, first, second);
}

// What a cell says, in microseconds: they reach every year of a calendar, which nanoseconds do not.
struct Moment {
  std::int64_t time = 0;
  std::int64_t finer = 0;  // nanoseconds beyond them
  bool has_time = false;
  bool has_zone = false;
};

constexpr std::int64_t per_second = 1'000'000;
constexpr std::int64_t nanoseconds = 1'000;  // of a microsecond

// .25 as 250,000,000 nanoseconds.
Part take_fraction(std::string_view& text) {
  constexpr std::size_t most = 9;
  const std::size_t before = text.size();
  auto number = take_number(text, 1, most);
  for (std::size_t digits = before - text.size(); number && digits < most; ++digits) *number *= 10;
  return number;
}

// 14:30, 14:30:05 or 14:30:05.25 in nanoseconds.
Part take_time(std::string_view& text, Clues& clues) {
  const bool has_zero = text.starts_with('0');
  const auto hours = take_number(text, 1, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  if (*hours < 10) clues[Clue::pads_hours] = static_cast<int>(has_zero);
  const auto minutes = take_number(text, 2, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  clues[Clue::has_seconds] = static_cast<int>(text.starts_with(':'));
  const auto seconds = take(text, ':') ? take_number(text, 2, 2) : 0;
  if (!seconds || *seconds > 59) return std::nullopt;
  const std::size_t before = text.size();
  const auto fraction = take(text, '.') ? take_fraction(text) : 0;
  if (!fraction) return std::nullopt;
  clues[Clue::decimals] =
      static_cast<int>(before - text.size()) - static_cast<int>(before > text.size());
  return ((*hours * 60 + *minutes) * 60 + *seconds) * per_second * nanoseconds + *fraction;
}

// Z, +01, +01:00 or +0100 in minutes.
Part take_offset(std::string_view& text, Clues& clues) {
  clues[Clue::zone] = static_cast<int>(ZoneText::letter);
  if (take(text, 'Z')) return 0;
  const std::int64_t sign = text.starts_with('-') ? -1 : 1;
  text.remove_prefix(1);
  std::string_view first = text.substr(0, 2);
  const auto hours = take_number(first, 2, 2);
  if (!hours) return std::nullopt;
  text.remove_prefix(2);
  clues[Clue::zone] = static_cast<int>(text.empty()            ? ZoneText::hours
                                       : text.starts_with(':') ? ZoneText::with_colon
                                                               : ZoneText::joined);
  const bool has_minutes = take(text, ':') || !text.empty();
  const auto minutes = has_minutes ? take_number(text, 2, 2) : 0;
  if (!minutes) return std::nullopt;
  return sign * (*hours * 60 + *minutes);
}

std::optional<Moment> moment_of(std::string_view text, const Shape& shape, Clues& clues) {
  const auto day = take_day(text, shape, clues);
  if (!day) return std::nullopt;
  Moment moment{*day * seconds_per_day * per_second};
  if (text.empty()) return moment;
  clues[Clue::before_time] = text.front();
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  const auto time = take_time(text, clues);
  if (!time) return std::nullopt;
  moment.has_time = true;
  moment.time += *time / nanoseconds;
  moment.finer = *time % nanoseconds;
  if (text.empty()) return moment;
  if (std::string_view("Z+-").find(text.front()) == std::string_view::npos) return std::nullopt;
  const auto offset = take_offset(text, clues);
  if (!offset || !text.empty()) return std::nullopt;
  moment.has_zone = true;
  clues[Clue::offset] = static_cast<int>(*offset);
  moment.time -= *offset * 60 * per_second;
  return moment;
}

// All cells in this shape, all with a time or all without, and so for the zone.
std::optional<std::vector<Moment>> moments_of(const std::vector<std::string_view>& cells,
                                              const Shape& shape, Votes& votes) {
  constexpr std::size_t enough_votes = 10'000;
  std::vector<Moment> moments;
  for (const std::string_view cell : cells) {
    Clues clues;
    const auto moment = moment_of(cell, shape, clues);
    if (!moment) return std::nullopt;
    if (!moments.empty() &&
        (moment->has_time != moments[0].has_time || moment->has_zone != moments[0].has_zone)) {
      return std::nullopt;
    }
    if (moments.size() < enough_votes) votes.add(clues);
    moments.push_back(*moment);
  }
  return moments;
}

std::int64_t count_of(const Moment& moment, TimeUnit unit) {
  if (unit == TimeUnit::nanosecond) return moment.time * nanoseconds + moment.finer;
  return unit == TimeUnit::second ? moment.time / per_second : moment.time;
}

// Seconds, microseconds or nanoseconds; none where they are too fine for their years.
std::optional<TimeUnit> finest_unit(const std::vector<Moment>& moments) {
  constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max() / nanoseconds - 1;
  const auto are_all = [&](const auto& hold) { return std::ranges::all_of(moments, hold); };
  if (are_all([](const Moment& m) { return m.finer == 0 && m.time % per_second == 0; })) {
    return TimeUnit::second;
  }
  if (are_all([](const Moment& m) { return m.finer == 0; })) return TimeUnit::microsecond;
  if (are_all([](const Moment& m) { return std::abs(m.time) < farthest; })) {
    return TimeUnit::nanosecond;
  }
  return std::nullopt;
}

std::optional<Dates> dates_from(const std::vector<Moment>& moments) {
  Dates dates{type::Date{}, {}};
  if (!moments[0].has_time) {
    for (const Moment& moment : moments) {
      dates.values.push_back(moment.time / (seconds_per_day * per_second));
    }
    return dates;
  }
  const auto unit = finest_unit(moments);
  if (!unit) return std::nullopt;
  dates.type = type::Timestamp{*unit, moments[0].has_zone ? "UTC" : ""};
  for (const Moment& moment : moments) dates.values.push_back(count_of(moment, *unit));
  return dates;
}

DateLayout layout_of(const Shape& shape, bool has_time, const Votes& votes) {
  const auto usual_month = shape.names_month ? MonthText::short_name : MonthText::number;
  return {.order = shape.order,
          .separator = shape.separator,
          .month = static_cast<MonthText>(votes.winner(Clue::month, static_cast<int>(usual_month))),
          .letters = static_cast<LetterCase>(votes.winner(Clue::letters)),
          .pads_days = votes.winner(Clue::pads_days, 1) == 1,
          .has_comma = votes.winner(Clue::has_comma) == 1,
          .short_year = shape.short_year,
          .has_time = has_time,
          .before_time = static_cast<char>(votes.winner(Clue::before_time, ' ')),
          .pads_hours = votes.winner(Clue::pads_hours, 1) == 1,
          .has_seconds = votes.winner(Clue::has_seconds, 1) == 1,
          .decimals = votes.winner(Clue::decimals),
          .zone = static_cast<ZoneText>(votes.winner(Clue::zone)),
          .offset = votes.winner(Clue::offset)};
}

std::optional<Dates> dates_in(const std::vector<std::string_view>& cells, const Shape& shape) {
  Votes votes;
  const auto moments = moments_of(cells, shape, votes);
  if (!moments) return std::nullopt;
  auto dates = dates_from(*moments);
  if (!dates) return dates;
  const DateLayout layout = layout_of(shape, moments->front().has_time, votes);
  dates->layout = fine_enough(layout, dates->type, dates->values);
  return dates;
}

}  // namespace

std::optional<Dates> dates_of(const std::vector<std::string_view>& cells) {
  std::optional<Dates> found;
  if (cells.empty()) return found;
  for (const Shape& shape : shapes) {
    auto dates = dates_in(cells, shape);
    if (!dates) continue;
    if (found)
      found->is_unsure = found->is_unsure || found->values != dates->values;
    else
      found = std::move(dates);
  }
  return found;
}

std::optional<Dates> dates_of(const Texts& texts) {
  const auto counts = texts.level_counts();
  auto dates = dates_of(used_levels(texts));
  if (!dates) return dates;
  std::vector<std::int64_t> of_code(counts.size(), missing_integer);
  std::size_t level = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) of_code[code] = dates->values[level++];
  }
  dates->values.resize(texts.size());
  std::ranges::transform(texts.codes(), dates->values.begin(), [&](Code code) {
    return is_missing(code) ? missing_integer : of_code[static_cast<std::size_t>(code)];
  });
  return dates;
}

bool is_date(std::string_view text) { return dates_of(std::vector{text}).has_value(); }

}  // namespace overhand
