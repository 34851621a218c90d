#include "overhand/random/normal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace overhand::random {
namespace {

using Coefficients = std::array<double, 8>;  // by ascending power

double polynomial(const Coefficients& c, double x) {
  double value = c[7];
  for (int i = 6; i >= 0; --i) value = value * x + c[i];
  return value;
}

// |probability - 1/2| <= 0.425
constexpr Coefficients central_numerator = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                            1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                            4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                            3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr Coefficients central_denominator = {1.0,
                                              4.2313330701600911252e+1,
                                              6.8718700749205790830e+2,
                                              5.3941960214247511077e+3,
                                              2.1213794301586595867e+4,
                                              3.9307895800092710610e+4,
                                              2.8729085735721942674e+4,
                                              5.2264952788528545610e+3};
// sqrt(-log(tail)) <= 5
constexpr Coefficients middle_numerator = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                           5.76949722146069140550e0,  3.64784832476320460504e0,
                                           1.27045825245236838258e0,  2.41780725177450611770e-1,
                                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr Coefficients middle_denominator = {1.0,
                                             2.05319162663775882187e0,
                                             1.67638483018380384940e0,
                                             6.89767334985100004550e-1,
                                             1.48103976427480074590e-1,
                                             1.51986665636164571966e-2,
                                             5.47593808499534494600e-4,
                                             1.05075007164441684324e-9};
// sqrt(-log(tail)) > 5
constexpr Coefficients far_numerator = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                        1.78482653991729133580e0,  2.96560571828504891230e-1,
                                        2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                        2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr Coefficients far_denominator = {1.0,
                                          5.99832206555887937690e-1,
                                          1.36929880922735805310e-1,
                                          1.48753612908506148525e-2,
                                          7.86869131145613259100e-4,
                                          1.84631831751005468180e-5,
                                          1.42151175831644588870e-7,
                                          2.04426310338993978564e-15};

// The natural logarithm of a positive normal number, by the series of the inverse hyperbolic
// tangent: log(m 2^e) = e log 2 + 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1)/(m + 1). The C library's
// has other last bits on other processors (glibc: with fused operations and without) and in other
// versions.
double logarithm(double x) {
  constexpr double log_2_high = 0x1.62e42fee00000p-1;  // e * log_2_high is exact
  constexpr double log_2_low = 0x1.a39ef35793c76p-33;
  constexpr double root_half = 0x1.6a09e667f3bcdp-1;
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact: 1/2 <= m < 1
  if (m < root_half) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double series = 0;
  for (int power = 21; power > 1; power -= 2) series = (series + 1.0 / power) * square;
  return exponent * log_2_high + (2 * s + (2 * s * series + exponent * log_2_low));
}

double central_quantile(double q) {
  const double r = 0.180625 - q * q;
  return q * polynomial(central_numerator, r) / polynomial(central_denominator, r);
}

double tail_quantile(double tail) {
  const double r = std::sqrt(-logarithm(tail));
  if (r <= 5) {
    return polynomial(middle_numerator, r - 1.6) / polynomial(middle_denominator, r - 1.6);
  }
  return polynomial(far_numerator, r - 5) / polynomial(far_denominator, r - 5);
}

}  // namespace

double normal_quantile(double probability) {
  const double q = probability - 0.5;
  if (std::abs(q) <= 0.425) return central_quantile(q);
  return q < 0 ? -tail_quantile(probability) : tail_quantile(1 - probability);
}

void fill_normal(std::span<double> variates, Stream& stream) {
  for (double& value : variates) value = uniform(stream);
  constexpr std::size_t block = 64;
  std::array<double, block> quantile{};
  for (std::size_t begin = 0; begin < variates.size(); begin += block) {
    const auto part = variates.subspan(begin, std::min(block, variates.size() - begin));
    for (std::size_t i = 0; i < part.size(); ++i) quantile[i] = central_quantile(part[i] - 0.5);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const bool is_central = std::abs(part[i] - 0.5) <= 0.425;
      part[i] = is_central ? quantile[i] : normal_quantile(part[i]);
    }
  }
}

}  // namespace overhand::random
