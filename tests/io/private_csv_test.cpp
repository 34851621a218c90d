#include "overhand/io/private_csv.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

using PrivateCsvTest = testing::FolderTest;

TEST_F(PrivateCsvTest, IsForItsOwnerAlone) {
  write("risks.csv", "old");
  ASSERT_EQ(chmod(path("risks.csv").c_str(), 0644), 0);
  const Table table({{"fk", Integers{2, 1}}, {"risk", Reals{.5, 1}}});
  ASSERT_TRUE(write_private_csv(table, path("risks.csv")));
  EXPECT_EQ(testing::content(path("risks.csv")), "fk,risk\n2,0.5\n1,1\n");
  EXPECT_EQ(testing::mode_of(path("risks.csv")), 0600U);
}

TEST_F(PrivateCsvTest, SaysWhereItCannotBeWritten) {
  const auto written = write_private_csv(Table({{"fk", Integers{2}}}), path("no/risks.csv"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::io);
}

}  // namespace
}  // namespace overhand::io
