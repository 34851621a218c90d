// Numbers that C++ has no type for: halves, decimals of up to 256 bits; and Arrow's letters.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "overhand/exchange/decimal_internal.h"
#include "overhand/exchange/format_internal.h"
#include "overhand/exchange/half_internal.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"

namespace overhand::exchange {
namespace {

using Bytes = std::vector<std::uint8_t>;

// By IEEE 754: sign, 5 bits of exponent, 10 of fraction.
double half_by_definition(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const double fraction = bits & 0x3ff;
  double size =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) size = fraction == 0 ? HUGE_VAL : std::nan("");
  return (bits & 0x8000) != 0 ? -size : size;
}

TEST(Half, IsThatOfTheDefinitionForAllBits) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double expected = half_by_definition(half);
    const double real = real_of_half(half);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(real)) << bits;
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint64_t>(real), std::bit_cast<std::uint64_t>(expected)) << bits;
    ASSERT_EQ(half_of_real(real), half);
  }
}

TEST(Half, OfARealThatNoneEqualsIsNone) {
  for (const double value : {0.1, 65505.0, 65520.0, 1e300, std::ldexp(1.0, -25), 2049.0, 1e-300}) {
    EXPECT_FALSE(half_of_real(value)) << value;
    EXPECT_FALSE(half_of_real(-value)) << value;
  }
  for (const double value : {0.5, 65504.0, std::ldexp(1.0, -24), 2048.0}) {
    EXPECT_TRUE(half_of_real(value)) << value;
  }
}

Bytes bytes_of(__int128 number) {
  Bytes bytes(16);
  std::memcpy(bytes.data(), &number, 16);
  return bytes;
}

std::string digits_of(__int128 number) {
  const bool is_negative = number < 0;
  auto magnitude = static_cast<unsigned __int128>(number);
  if (is_negative) magnitude = 0 - magnitude;
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(magnitude % 10)));
    magnitude /= 10;
  } while (magnitude > 0);
  return is_negative ? "-" + digits : digits;
}

__int128 random_number(random::Stream& stream) {
  unsigned __int128 number = 0;
  for (int word = 0; word < 4; ++word) {
    number = (number << 32) | random::uniform_below(0xffffffff, stream);
  }
  return static_cast<__int128>(number) >> random::uniform_below(127, stream);
}

TEST(Decimal, WithoutDecimalsIsTheWholeNumber) {
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  for (int i = 0; i < 2000; ++i) {
    const __int128 number = random_number(stream);
    EXPECT_EQ(decimal_text(bytes_of(number), 0), digits_of(number));
  }
}

TEST(Decimal, HasItsPointWhereTheScaleSays) {
  EXPECT_EQ(decimal_text(bytes_of(-1250), 2), "-12.50");
  EXPECT_EQ(decimal_text(bytes_of(5), 2), "0.05");
  EXPECT_EQ(decimal_text(bytes_of(-5), 3), "-0.005");
  EXPECT_EQ(decimal_text(bytes_of(0), 2), "0.00");
  EXPECT_EQ(decimal_text(bytes_of(12), -3), "12000");
  EXPECT_EQ(decimal_text(Bytes{0x9c, 0xff, 0xff, 0xff}, 1), "-10.0");  // 32 bits
  EXPECT_EQ(decimal_text(Bytes(32, 0xff), 1), "-0.1");                 // 256 bits
}

TEST(Decimal, IsReadBackFromItsText) {
  random::Stream stream(random::key_from_seed(2), {random::Purpose::test});
  for (int i = 0; i < 2000; ++i) {
    const __int128 number = random_number(stream);
    const int scale = static_cast<int>(random::uniform_below(39, stream));
    const auto back = decimal_bytes(decimal_text(bytes_of(number), scale), 16, scale);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, bytes_of(number));
  }
  EXPECT_EQ(decimal_bytes("12000", 16, -3), bytes_of(12));
}

TEST(Decimal, IsNoOtherText) {
  for (const char* text :
       {"", "-", "1.2.3", "1,5", "abc", " 1.50", "1.50 ", "+1.50", "1e5", "0x10"}) {
    EXPECT_FALSE(decimal_bytes(text, 16, 2)) << text;
  }
  EXPECT_FALSE(decimal_bytes("1.5", 16, 2));  // another number of decimals
  EXPECT_FALSE(decimal_bytes("1.500", 16, 2));
  EXPECT_FALSE(decimal_bytes("3000000000.00", 4, 2));  // more than 32 bits
  EXPECT_TRUE(decimal_bytes("21474836.47", 4, 2));
  EXPECT_FALSE(decimal_bytes("21474836.48", 4, 2));
}

TEST(Decimal, AsARealIsTheNearest) {
  EXPECT_EQ(decimal_real(bytes_of(1), 1), 0.1);
  EXPECT_EQ(decimal_real(bytes_of(-1234567890123456789), 10), -123456789.0123456789);
  EXPECT_EQ(decimal_real(bytes_of(3), -2), 300);
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
  for (int i = 0; i < 500; ++i) {
    const __int128 number = random_number(stream);
    const int scale = static_cast<int>(random::uniform_below(30, stream));
    const double expected = std::strtod(decimal_text(bytes_of(number), scale).c_str(), nullptr);
    EXPECT_EQ(decimal_real(bytes_of(number), scale), expected);
  }
}

TEST(Format, OfEveryTypeIsReadBack) {
  const std::vector<Type> types = {type::Real{},
                                   type::Integer{},
                                   type::Boolean{},
                                   type::Date{},
                                   type::Timestamp{TimeUnit::second, ""},
                                   type::Timestamp{TimeUnit::nanosecond, "Europe/Berlin"},
                                   type::Duration{TimeUnit::millisecond},
                                   type::Text{}};
  for (const Type& type : types) {
    const auto format = format_of(plain_format(type));
    ASSERT_TRUE(format) << name_of(type);
    EXPECT_EQ(format->type, type) << name_of(type);
  }
}

TEST(Format, OfDecimalsHasItsNumbers) {
  const auto plain = format_of("d:10,2");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->layout, Layout::decimal);
  EXPECT_EQ(plain->decimal_precision, 10);
  EXPECT_EQ(plain->decimal_scale, 2);
  EXPECT_EQ(plain->decimal_bytes, 16);
  EXPECT_EQ(format_of("d:76,-3,256")->decimal_bytes, 32);
  EXPECT_EQ(format_of("d:76,-3,256")->decimal_scale, -3);
  EXPECT_EQ(format_of("d:9,0,32")->decimal_bytes, 4);
  for (const char* wrong :
       {"d:", "d:10", "d:10,2,127", "d:10,2,128,1", "d:a,b", "d:10,99", "d:10;2"}) {
    EXPECT_FALSE(format_of(wrong)) << wrong;
  }
}

TEST(Format, OfWhatHasNoPlaceInATableIsNone) {
  for (const char* other :
       {"", "+l", "+s", "z", "Z", "w:16", "tiM", "tin", "tsx:", "ts", "tsu", "+r"}) {
    EXPECT_FALSE(format_of(other)) << other;
  }
  EXPECT_EQ(format_of("ttn")->time_unit, TimeUnit::nanosecond);
  EXPECT_EQ(format_of("tts")->layout, Layout::time32);
}

}  // namespace
}  // namespace overhand::exchange
