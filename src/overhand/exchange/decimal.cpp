#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <ranges>

#include "overhand/exchange/decimal_internal.h"

namespace overhand::exchange {
namespace {

// A magnitude, the low 32 bits first.
using Limbs = std::array<std::uint32_t, 8>;
constexpr int limb_bits = 32;

bool is_negative(std::span<const std::uint8_t> bytes) { return (bytes.back() & 0x80U) != 0; }

void negate(Limbs& limbs) {
  std::uint64_t carry = 1;
  for (std::uint32_t& limb : limbs) {
    carry += ~limb;
    limb = static_cast<std::uint32_t>(carry);
    carry >>= limb_bits;
  }
}

Limbs magnitude_of(std::span<const std::uint8_t> bytes) {
  Limbs limbs;
  std::memset(limbs.data(), is_negative(bytes) ? 0xff : 0, sizeof limbs);
  std::memcpy(limbs.data(), bytes.data(), bytes.size());
  if (is_negative(bytes)) negate(limbs);
  return limbs;
}

bool is_zero(const Limbs& limbs) {
  return std::ranges::all_of(limbs, [](std::uint32_t limb) { return limb == 0; });
}

// Divides and returns the remainder.
std::uint32_t divide(Limbs& limbs, std::uint32_t divisor) {
  std::uint64_t rest = 0;
  for (std::uint32_t& limb : std::views::reverse(limbs)) {
    rest = (rest << limb_bits) | limb;
    limb = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  return static_cast<std::uint32_t>(rest);
}

// Ten times as much, and a digit more.
void append_digit(Limbs& limbs, char digit) {
  auto carry = static_cast<std::uint64_t>(digit - '0');
  for (std::uint32_t& limb : limbs) {
    carry += std::uint64_t{limb} * 10;
    limb = static_cast<std::uint32_t>(carry);
    carry >>= limb_bits;
  }
}

std::string digits_of(Limbs limbs) {
  constexpr std::uint32_t nine_digits = 1'000'000'000;
  std::string digits;
  while (!is_zero(limbs)) digits.insert(0, fmt::format("{:09}", divide(limbs, nine_digits)));
  digits.erase(0, digits.find_first_not_of('0'));
  return digits;
}

}  // namespace

std::string decimal_text(std::span<const std::uint8_t> bytes, int scale) {
  std::string digits = digits_of(magnitude_of(bytes));
  if (scale < 0 && !digits.empty()) digits.append(static_cast<std::size_t>(-scale), '0');
  const auto decimals = static_cast<std::size_t>(std::max(scale, 0));
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  if (decimals > 0) digits.insert(digits.size() - decimals, 1, '.');
  return is_negative(bytes) ? "-" + digits : digits;
}

// A whole number and a power of ten that are doubles have a correctly rounded quotient; by the text
// otherwise, because from_chars rounds once.
double decimal_real(std::span<const std::uint8_t> bytes, int scale) {
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  constexpr int exact_power = 22;
  const Limbs limbs = magnitude_of(bytes);
  const std::uint64_t low = limbs[0] | (std::uint64_t{limbs[1]} << limb_bits);
  const bool is_low =
      std::all_of(limbs.begin() + 2, limbs.end(), [](auto limb) { return limb == 0; });
  if (is_low && low <= exact && scale >= 0 && scale <= exact_power) {
    const double value = static_cast<double>(low) / std::pow(10.0, scale);
    return is_negative(bytes) ? -value : value;
  }
  const std::string text = decimal_text(bytes, scale);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<std::vector<std::uint8_t>> decimal_bytes(std::string_view text, int width,
                                                       int scale) {
  Limbs limbs{};
  for (const char c : text) {
    if (c >= '0' && c <= '9') append_digit(limbs, c);
  }
  for (int i = scale; i < 0; ++i) divide(limbs, 10);
  if (text.starts_with('-')) negate(limbs);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(width));
  std::memcpy(bytes.data(), limbs.data(), bytes.size());
  if (decimal_text(bytes, scale) != text) return std::nullopt;
  return bytes;
}

}  // namespace overhand::exchange
