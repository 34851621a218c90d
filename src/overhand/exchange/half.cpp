#include <cmath>
#include <limits>

#include "overhand/exchange/half_internal.h"

namespace overhand::exchange {
namespace {

constexpr int fraction_bits = 10;
constexpr int bias = 15;
constexpr int infinite_exponent = 0x1f;
constexpr int sign_bit = 0x8000;

}  // namespace

double real_of_half(std::uint16_t bits) {
  const double sign = (bits & sign_bit) != 0 ? -1 : 1;
  const int exponent = (bits >> fraction_bits) & infinite_exponent;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  if (exponent == infinite_exponent) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

std::optional<std::uint16_t> half_of_real(double value) {
  const int sign = std::signbit(value) ? sign_bit : 0;
  const double size = std::abs(value);
  constexpr int infinite = infinite_exponent << fraction_bits;
  if (std::isnan(value)) return static_cast<std::uint16_t>(infinite | 1 << (fraction_bits - 1));
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | infinite);
  if (size > 65504) return std::nullopt;  // the largest half
  const int power = size == 0 ? 1 - bias : std::max(std::ilogb(size), 1 - bias);
  const double units = std::ldexp(size, fraction_bits - power);  // below 2^11
  const int whole = static_cast<int>(units);
  if (whole != units) return std::nullopt;
  const int exponent = whole < 1 << fraction_bits ? 0 : power + bias;
  return static_cast<std::uint16_t>(sign | exponent << fraction_bits |
                                    (whole & ((1 << fraction_bits) - 1)));
}

}  // namespace overhand::exchange
