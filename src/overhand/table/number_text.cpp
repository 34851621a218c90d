#include "overhand/table/number_text.h"

#include <algorithm>
#include <array>

#include "overhand/core/letters.h"

namespace overhand {
namespace {

using namespace std::string_view_literals;

// A blank that does not break the line, a narrow one, and a typographer's apostrophe.
constexpr std::array group_signs = {" "sv, "'"sv, "\u00a0"sv, "\u202f"sv, "\u2019"sv};

std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return cell.substr(first, cell.find_last_not_of(' ') - first + 1);
}

// A number, read from its left end.
class Reader {
 public:
  Reader(std::string_view cell, char decimal) : rest_(trimmed(cell)), decimal_(decimal) {}

  std::optional<NumberText> read() {
    number_.plain.reserve(rest_.size() + 1);
    if (!read_sign()) take_bookkeeping();
    const std::size_t whole = read_digits();
    if (!read_groups(whole)) return std::nullopt;
    const std::size_t decimals = read_decimals();
    if (whole + decimals == 0 || !read_exponent() || !rest_.empty()) return std::nullopt;
    return std::move(number_);
  }

 private:
  void take(std::size_t count) {
    number_.plain += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }

  bool read_sign() {
    const bool is_plus = rest_.starts_with('+');
    const bool is_minus = rest_.starts_with('-');
    if (is_minus) take(1);
    if (is_plus) rest_.remove_prefix(1);
    return is_plus || is_minus;
  }

  // 5- and (5).
  void take_bookkeeping() {
    const bool is_behind = rest_.size() > 1 && rest_.ends_with('-');
    const bool is_around = rest_.size() > 2 && rest_.starts_with('(') && rest_.ends_with(')');
    if (!is_behind && !is_around) return;
    number_.is_negative_by_bookkeeping = true;
    number_.plain = "-";
    rest_.remove_suffix(1);
    if (is_around) rest_.remove_prefix(1);
  }

  std::size_t read_digits() {
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    const auto count = static_cast<std::size_t>(end - rest_.begin());
    take(count);
    return count;
  }

  std::string_view group_ahead() const {
    const std::string_view other = decimal_ == '.' ? ","sv : "."sv;
    if (rest_.starts_with(other)) return other;
    const auto found = std::ranges::find_if(
        group_signs, [&](std::string_view sign) { return rest_.starts_with(sign); });
    return found == group_signs.end() ? std::string_view() : *found;
  }

  // False where groups begin that are none: 12,34 or 0,123 with a decimal point.
  bool read_groups(std::size_t whole) {
    constexpr std::size_t group_size = 3;
    number_.group = group_ahead();
    if (number_.group.empty()) return true;
    const bool may_lead =
        whole >= 1 && whole <= group_size && number_.plain[number_.plain.size() - whole] != '0';
    if (!may_lead) return false;
    while (rest_.starts_with(number_.group)) {
      rest_.remove_prefix(number_.group.size());
      if (read_digits() != group_size) return false;
    }
    return true;
  }

  std::size_t read_decimals() {
    if (!rest_.starts_with(decimal_)) return 0;
    rest_.remove_prefix(1);
    number_.is_whole = false;
    if (!number_.plain.empty() && is_digit(number_.plain.back()))
      number_.plain += '.';
    else
      number_.plain += "0.";
    return read_digits();
  }

  bool read_exponent() {
    if (!rest_.starts_with('e') && !rest_.starts_with('E')) return true;
    number_.is_whole = false;
    take(1);
    if (rest_.starts_with('+'))
      rest_.remove_prefix(1);
    else if (rest_.starts_with('-'))
      take(1);
    return read_digits() > 0;
  }

  std::string_view rest_;
  char decimal_;
  NumberText number_;
};

}  // namespace

std::optional<NumberText> number_text(std::string_view cell, char decimal) {
  return Reader(cell, decimal).read();
}

namespace {

bool may_be_in_number(char c) { return is_digit(c) || "+-.,'("sv.find(c) != std::string::npos; }

bool is_money(std::string_view text) {
  constexpr std::array all = {"\u20ac"sv, "$"sv,   "\u00a3"sv, "\u00a5"sv, "EUR"sv, "USD"sv,
                              "CHF"sv,    "GBP"sv, "JPY"sv,    "CNY"sv,    "SEK"sv, "NOK"sv,
                              "DKK"sv,    "PLN"sv, "CZK"sv,    "HUF"sv,    "CAD"sv, "AUD"sv,
                              "INR"sv,    "BRL"sv, "Fr."sv};
  return std::ranges::find(all, text) != all.end();
}

// Words in front are of codes: room 7, person 12.
bool can_stand_before(std::string_view text) { return text.empty() || is_money(trimmed(text)); }

// Letters of other scripts too, and signs such as those of degrees and squares.
bool can_stand_behind(std::string_view text) {
  constexpr std::size_t longest = 8;  // four letters of two bytes
  const std::string_view unit = trimmed(text);
  if (unit.empty()) return text.empty();
  if (is_money(unit) || unit == "%"sv || unit == "\u2030"sv) return true;
  const bool is_apart = unit.size() < text.size() && unit.size() <= longest;
  return is_apart && std::ranges::none_of(unit, is_digit);
}

}  // namespace

namespace {

// A cell without the minus or the brackets that stand around its number and unit.
struct Unsigned {
  explicit Unsigned(std::string_view cell) : inner(cell) {
    const bool is_bracketed = cell.size() > 2 && cell.starts_with('(') && cell.ends_with(')');
    const bool has_minus = cell.size() > 1 && cell.starts_with('-');
    if (!is_bracketed && !has_minus) return;
    before = is_bracketed ? "(" : "-";
    behind = is_bracketed ? ")" : "";
    inner = cell.substr(1, cell.size() - before.size() - behind.size());
  }
  std::string_view before;
  std::string_view inner;
  std::string_view behind;
};

}  // namespace

std::string Unit::number_in(std::string_view cell) const {
  const auto has_unit = [&](std::string_view text) {
    return text.size() > before.size() + behind.size() && text.starts_with(before) &&
           text.ends_with(behind);
  };
  const auto within = [&](std::string_view text) {
    return text.substr(before.size(), text.size() - before.size() - behind.size());
  };
  if (has_unit(cell)) return std::string(within(cell));
  const Unsigned plain(cell);
  if (plain.before.empty() || !has_unit(plain.inner)) return {};
  std::string number(plain.before);
  number += within(plain.inner);
  return number += plain.behind;
}

std::optional<Unit> unit_of(const std::vector<std::string_view>& cells, char decimal) {
  if (cells.empty()) return std::nullopt;
  const std::string_view first = Unsigned(cells.front()).inner;
  const auto begin = std::ranges::find_if(first, may_be_in_number);
  const std::size_t end = first.find_last_of("0123456789.,)") + 1;
  if (begin == first.end() || end == 0) return std::nullopt;
  Unit unit{{first.begin(), begin}, std::string(first.substr(end))};
  const bool is_none = unit.before.empty() && unit.behind.empty();
  if (is_none || !can_stand_before(unit.before) || !can_stand_behind(unit.behind))
    return std::nullopt;
  const bool is_everywhere = std::ranges::all_of(cells, [&](std::string_view cell) {
    const std::string number = unit.number_in(cell);
    return number_text(number, decimal) && !has_leading_zero(number);
  });
  return is_everywhere ? std::optional(std::move(unit)) : std::nullopt;
}

bool has_leading_zero(std::string_view cell) {
  cell = trimmed(cell);
  return cell.size() > 1 && cell[0] == '0' && is_digit(cell[1]);
}

bool has_more_digits_than_a_real(std::string_view cell) {
  constexpr auto first_lost = "9007199254740993"sv;  // 2^53 + 1
  cell = trimmed(cell);
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  cell.remove_prefix(std::min(cell.find_first_not_of('0'), cell.size()));
  if (!std::ranges::all_of(cell, is_digit)) return false;
  return cell.size() > first_lost.size() ||
         (cell.size() == first_lost.size() && cell >= first_lost);
}

bool DecimalEvidence::add(std::string_view cell) {
  if (!cell.empty() && std::ranges::all_of(cell, is_digit)) return true;  // in both readings
  const auto point = number_text(cell, '.');
  const auto comma = number_text(cell, ',');
  with_point_ = with_point_ && point;
  with_comma_ = with_comma_ && comma;
  const bool differs = point && comma && point->plain != comma->plain;
  if (differs && sign_ == '\0') sign_ = point->group.empty() ? '.' : ',';
  return with_point_ || with_comma_;
}

DecimalVote DecimalEvidence::vote() const {
  if (with_point_ && with_comma_) {
    if (sign_ == '\0') return DecimalVote::none;
    return sign_ == '.' ? DecimalVote::point_or_group : DecimalVote::comma_or_group;
  }
  if (with_point_) return DecimalVote::point;
  return with_comma_ ? DecimalVote::comma : DecimalVote::none;
}

}  // namespace overhand
