// Ordered: a double with which Eigen computes the same on every processor.
//
// Eigen takes doubles in packets as wide as the processor's registers and fuses products with sums
// where the processor can, so that sums come out in another order, with other roundings, on another
// machine. It has no packets for this type: each operation is one of IEEE 754, in the order of
// Eigen's loops. What it costs is won back where it counts by sums in eight lanes (moments).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <compare>
#include <limits>
#include <type_traits>

namespace overhand::statistics {

class Ordered {
 public:
  Ordered() = default;
  constexpr Ordered(double value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  constexpr explicit operator double() const { return value_; }

  constexpr Ordered operator-() const { return -value_; }
  constexpr Ordered& operator+=(Ordered other) { return *this = *this + other; }
  constexpr Ordered& operator-=(Ordered other) { return *this = *this - other; }
  constexpr Ordered& operator*=(Ordered other) { return *this = *this * other; }
  constexpr Ordered& operator/=(Ordered other) { return *this = *this / other; }

  friend constexpr Ordered operator+(Ordered a, Ordered b) { return a.value_ + b.value_; }
  friend constexpr Ordered operator-(Ordered a, Ordered b) { return a.value_ - b.value_; }
  friend constexpr Ordered operator*(Ordered a, Ordered b) { return a.value_ * b.value_; }
  friend constexpr Ordered operator/(Ordered a, Ordered b) { return a.value_ / b.value_; }
  friend constexpr bool operator==(Ordered a, Ordered b) = default;
  friend constexpr auto operator<=>(Ordered a, Ordered b) = default;

  friend Ordered sqrt(Ordered a) { return std::sqrt(a.value_); }
  friend Ordered abs(Ordered a) { return std::abs(a.value_); }
  friend bool isinf(Ordered a) { return std::isinf(a.value_); }
  friend bool isnan(Ordered a) { return std::isnan(a.value_); }

 private:
  double value_;
};

// In memory an Ordered is a double.
inline const double* as_doubles(const Ordered* values) {
  static_assert(sizeof(Ordered) == sizeof(double) && std::is_standard_layout_v<Ordered>);
  return reinterpret_cast<const double*>(values);
}

}  // namespace overhand::statistics

template <>
struct std::numeric_limits<overhand::statistics::Ordered> : std::numeric_limits<double> {};

template <>
struct Eigen::NumTraits<overhand::statistics::Ordered> : Eigen::NumTraits<double> {
  using Real = overhand::statistics::Ordered;
  using NonInteger = overhand::statistics::Ordered;
  using Nested = overhand::statistics::Ordered;
};
