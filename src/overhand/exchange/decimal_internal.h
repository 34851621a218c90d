// Decimal numbers of 32 to 256 bits: a whole number and how many of its digits are decimals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overhand::exchange {

// The text of a whole number in two's complement, the low byte first, of which the last `scale`
// digits are decimals: "-12.50". A negative scale adds zeros.
std::string decimal_text(std::span<const std::uint8_t> bytes, int scale);

// The double nearest to it.
double decimal_real(std::span<const std::uint8_t> bytes, int scale);

// The bytes whose text it is, `width` of them. None where it is no such text.
std::optional<std::vector<std::uint8_t>> decimal_bytes(std::string_view text, int width, int scale);

}  // namespace overhand::exchange
