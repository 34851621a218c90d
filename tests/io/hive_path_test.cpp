#include <gtest/gtest.h>

#include "overhand/io/hive_path_internal.h"

namespace overhand::io {
namespace {

TEST(HivePath, SaysWhatFoldersName) {
  const auto parts = hive_parts("year=2020/country=es");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 2U);
  EXPECT_EQ((*parts)[0], HivePart("year", "2020"));
  EXPECT_EQ((*parts)[1], HivePart("country", "es"));
  EXPECT_TRUE(hive_parts("")->empty());
  EXPECT_FALSE(hive_parts("raw/2020"));
  EXPECT_FALSE(hive_parts("=x"));
}

TEST(HivePath, TakesWhatNoFolderCanBeCalled) {
  for (const std::string value : {"a/b", "50%", "x=y", "caf\u00e9", " ", "%2", "a:b"}) {
    const auto parts = hive_parts(hive_folder("the name", value));
    ASSERT_TRUE(parts) << value;
    EXPECT_EQ(parts->front(), HivePart("the name", value));
    EXPECT_EQ(hive_folder("n", value).find('/'), std::string::npos);
  }
}

TEST(HivePath, HasAFolderForGaps) {
  const auto parts = hive_parts(hive_folder("year", std::nullopt));
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->front().second, std::nullopt);
  EXPECT_EQ(hive_folder("year", std::nullopt), "year=__HIVE_DEFAULT_PARTITION__");
  // As Spark does, which has no folder of its own for an empty text.
  EXPECT_EQ(hive_folder("land", ""), "land=__HIVE_DEFAULT_PARTITION__");
  EXPECT_EQ(hive_parts("land=/year=2020")->front(), HivePart("land", std::nullopt));
}

}  // namespace
}  // namespace overhand::io
