#include <gtest/gtest.h>

#include "overhand/inspection/shapes_internal.h"

namespace overhand::inspection {
namespace {

TEST(Shapes, OfEmailAddresses) {
  EXPECT_TRUE(is_email("anna.smith@mail.example"));
  for (const char* text : {"", "@", "a@b", "@b.c", "a@.c", "a@b.", "a b@c.d", "a@b@c.d", "a.b"}) {
    EXPECT_FALSE(is_email(text)) << text;
  }
}

TEST(Shapes, OfLongCodes) {
  EXPECT_TRUE(is_uuid("0b0f6b3a-1d5e-4c2f-9a57-0123456789AB"));
  EXPECT_FALSE(is_uuid("0b0f6b3a-1d5e-4c2f-9a57-0123456789AG"));
  EXPECT_FALSE(is_uuid("0b0f6b3a1d5e4c2f9a570123456789ab"));
  EXPECT_TRUE(is_iban("DE89 3704 0044 0532 0130 00"));
  EXPECT_TRUE(is_iban("NO9386011117947"));
  EXPECT_FALSE(is_iban("DE89"));
  EXPECT_FALSE(is_iban("de89370400440532013000"));
  EXPECT_FALSE(is_iban("ABCDEFGHIJKLMNOP"));
}

TEST(Shapes, OfTelephoneNumbers) {
  for (const char* text : {"+49 30 1234567", "030/1234567", "(030) 123-4567", "01711234567"}) {
    EXPECT_TRUE(is_phone(text)) << text;
  }
  for (const char* text : {"", "12345", "01067", "0.14159265", "30 1234567", "03/04/2026",
                           "03.04.2026", "+49 30 123x567", "0123456789012345"}) {
    EXPECT_FALSE(is_phone(text)) << text;
  }
}

TEST(Shapes, OfPersonsNames) {
  for (const char* text :
       {"Anna Smith", "Smith, Anna", "Anna-Maria O'Neil", "J. R. Smith", "\xc3\x89mile Zola"}) {
    EXPECT_TRUE(is_persons_name(text)) << text;
  }
  for (const char* text : {"Anna", "anna smith", "Route 66", "A very long Title Of Something", "",
                           "Acute bronchitis"}) {
    EXPECT_FALSE(is_persons_name(text)) << text;
  }
}

TEST(Shapes, OfAColumnIsTheOneOfNineInTen) {
  TextsBuilder mostly;
  TextsBuilder often;
  for (int i = 0; i < 10; ++i) {
    mostly.append(i == 0 ? "none" : "a@b.example");
    often.append(i < 2 ? "none" : "a@b.example");
  }
  EXPECT_EQ(shape_of(std::move(mostly).finish()), Shape::email);
  EXPECT_EQ(shape_of(std::move(often).finish()), std::nullopt);
  EXPECT_EQ(shape_of(Texts(5)), std::nullopt);
}

TEST(Shapes, OfDigitsOfOneLength) {
  EXPECT_TRUE(are_digits_of_one_length({"01067", "10115", std::nullopt}));
  EXPECT_FALSE(are_digits_of_one_length({"01067", "1011"}));
  EXPECT_FALSE(are_digits_of_one_length({"0106a", "10115"}));
  EXPECT_FALSE(are_digits_of_one_length({"1", "2"}));
  EXPECT_FALSE(are_digits_of_one_length(Texts(3)));
}

}  // namespace
}  // namespace overhand::inspection
