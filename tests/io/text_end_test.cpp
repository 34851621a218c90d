#include <gtest/gtest.h>

#include "overhand/io/text_end_internal.h"

namespace overhand::io {
namespace {

// In parts of that size, as a stream gives them.
TextEnd end_of(std::string_view text, std::size_t part) {
  TextEnd end(';');
  for (std::size_t i = 0; i < text.size(); i += part) end.look(text.substr(i, part));
  return end;
}

TEST(TextEnd, CountsRecordsOfDelimitersAlone) {
  for (const std::size_t part : {1, 2, 3, 100}) {
    EXPECT_EQ(end_of("1;2\n3;4\n", part).empty_records(), 0) << part;
    EXPECT_EQ(end_of("1;2\n3;4\n;\n", part).empty_records(), 1) << part;
    EXPECT_EQ(end_of("1;2\r\n3;4\r\n;\r\n;\r\n;", part).empty_records(), 3) << part;
    EXPECT_EQ(end_of("1;2\r3;4\r;\r", part).empty_records(), 1) << part;
    EXPECT_EQ(end_of("1;2\n;\n\n;\n", part).empty_records(), 2) << part;
  }
}

TEST(TextEnd, GapsOfTheLastRecordAndLinesBeforeItDoNotCount) {
  for (const std::size_t part : {1, 2, 3, 100}) {
    EXPECT_EQ(end_of("1;2\n;\n3;4\n", part).empty_records(), 0) << part;
    EXPECT_EQ(end_of("1;2;3\n4;;\n", part).empty_records(), 0) << part;
    EXPECT_EQ(end_of("1;2;3\n4;;", part).empty_records(), 0) << part;
    EXPECT_EQ(end_of("1;2\n\n\n", part).empty_records(), 0) << part;
    EXPECT_EQ(end_of("1;2\n\"\";\"\"\n", part).empty_records(), 0) << part;
  }
  EXPECT_EQ(end_of(";;\n;;\n", 2).empty_records(), 2);
  EXPECT_EQ(end_of("", 1).empty_records(), 0);
}

TEST(TextEnd, GivesTheLastRecordAboveThem) {
  for (const std::size_t part : {1, 2, 3, 100}) {
    EXPECT_EQ(end_of("1;2;3\nSumme;\"4\"\"\";\n;;\n", part).last_record(),
              (Fields{"Summe", "4\"", ""}))
        << part;
    EXPECT_EQ(end_of("a;b", part).last_record(), (Fields{"a", "b"})) << part;
  }
  EXPECT_EQ(end_of(";\n", 1).last_record(), Fields{});
}

TEST(TextEnd, HoldsALongText) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "1;2\n";
  for (int i = 0; i < 200'000; ++i) text += ";\n";
  const TextEnd end = end_of(text, 100'000);
  EXPECT_EQ(end.empty_records(), 200'000);
  EXPECT_EQ(end.last_record(), (Fields{"1", "2"}));
}

}  // namespace
}  // namespace overhand::io
