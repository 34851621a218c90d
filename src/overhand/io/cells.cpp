#include <charconv>
#include <system_error>

#include "overhand/io/cells_internal.h"

namespace overhand::io {
namespace {

std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return cell.substr(first, cell.find_last_not_of(' ') - first + 1);
}

template <class Number>
bool is_all(std::string_view cell, Number& number) {
  const auto [rest, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  const bool is_beyond_range = problem == std::errc::result_out_of_range;
  return (problem == std::errc{} || is_beyond_range) && rest == cell.data() + cell.size();
}

}  // namespace

bool is_number_cell(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  double number = 0;
  return is_all(cell, number);
}

bool is_hexadecimal_cell(std::string_view cell) {
  cell = trimmed(cell);
  return cell.starts_with("0x") || cell.starts_with("0X");
}

bool is_year_cell(std::string_view cell) {
  constexpr int first = 1800;
  constexpr int last = 2200;
  int year = 0;
  return is_all(trimmed(cell), year) && year >= first && year <= last;
}

}  // namespace overhand::io
