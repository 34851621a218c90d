// Numbers of half precision (IEEE 754 binary16).
#pragma once

#include <cstdint>
#include <optional>

namespace overhand::exchange {

double real_of_half(std::uint16_t bits);

// None where the number has no half that equals it.
std::optional<std::uint16_t> half_of_real(double value);

}  // namespace overhand::exchange
