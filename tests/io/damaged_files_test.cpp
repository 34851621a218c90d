// A damaged Parquet or Feather file gives a sentence or a table, never a crash: bits of small files
// are flipped, one in each byte and by turns each of the eight, and the files are cut at every
// byte.
#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/compression.h>
#include <gtest/gtest.h>
#include <parquet/arrow/writer.h>

#include "overhand/io/read_table.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

using Array = std::shared_ptr<arrow::Array>;

template <class Builder, class Value>
Array array_of(const std::vector<std::optional<Value>>& values) {
  Builder builder;
  for (const auto& value : values) {
    const arrow::Status status = value ? builder.Append(*value) : builder.AppendNull();
    if (!status.ok()) throw std::runtime_error(status.ToString());
  }
  return builder.Finish().ValueOrDie();
}

// Numbers, texts, a dictionary and truth values, with nulls.
std::shared_ptr<arrow::Table> table_of_all_kinds() {
  using Texts = std::vector<std::optional<std::string>>;
  const Array reals = array_of<arrow::DoubleBuilder, double>({1.5, std::nullopt, 3, 4, 5.25});
  const Array integers = array_of<arrow::Int64Builder, std::int64_t>({1, 2, std::nullopt, 4, 5});
  const Array texts = array_of<arrow::StringBuilder>(Texts{"ab", "", std::nullopt, "ä", "xyz"});
  const Array levels =
      array_of<arrow::StringDictionaryBuilder>(Texts{"low", "high", std::nullopt, "low", "high"});
  const Array flags =
      array_of<arrow::BooleanBuilder, bool>({true, false, std::nullopt, true, true});
  const auto schema =
      arrow::schema({arrow::field("a", reals->type()), arrow::field("b", integers->type()),
                     arrow::field("text", texts->type()), arrow::field("level", levels->type()),
                     arrow::field("flag", flags->type())});
  return arrow::Table::Make(schema, {reals, integers, texts, levels, flags});
}

void write_parquet(const arrow::Table& table, const std::string& path) {
  auto sink = arrow::io::FileOutputStream::Open(path).ValueOrDie();
  ASSERT_TRUE(parquet::arrow::WriteTable(table, arrow::default_memory_pool(), sink, 3).ok());
  ASSERT_TRUE(sink->Close().ok());
}

void write_feather(const arrow::Table& table, const std::string& path, bool is_packed) {
  auto sink = arrow::io::FileOutputStream::Open(path).ValueOrDie();
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  if (is_packed) {
    options.codec = arrow::util::Codec::Create(arrow::Compression::LZ4_FRAME).ValueOrDie();
  }
  auto writer = arrow::ipc::MakeFileWriter(sink, table.schema(), options).ValueOrDie();
  ASSERT_TRUE(writer->WriteTable(table, 3).ok());
  ASSERT_TRUE(writer->Close().ok());
  ASSERT_TRUE(sink->Close().ok());
}

struct Outcomes {
  std::size_t read = 0;
  std::size_t refused = 0;
};

class DamagedFiles : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto table = table_of_all_kinds();
    if (GetParam() == "parquet")
      write_parquet(*table, path_);
    else
      write_feather(*table, path_, GetParam() == "packed.feather");
  }

  void read(const std::string& bytes, Outcomes& outcomes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    const auto table = read_table(path_, {.keep = {"text", "level", "flag"}});
    if (!table) {
      ++outcomes.refused;
      EXPECT_TRUE(sentence_of(table.error()).ends_with(".")) << sentence_of(table.error());
      return;
    }
    ++outcomes.read;
    for (const Column& column : table->columns()) EXPECT_EQ(column.size(), table->row_count());
  }

  testing::Folder folder_;
  std::string path_ = folder_.path("in." + GetParam());
};

TEST_P(DamagedFiles, ABitIsFlipped) {
  const std::string whole = testing::content(path_);
  Outcomes outcomes;
  constexpr std::size_t stride = 7;
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += stride) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    read(damaged, outcomes);
  }
  EXPECT_GT(outcomes.refused, whole.size() / 8);
  EXPECT_GT(outcomes.read, 0U);  // a flipped digit is a digit
}

TEST_P(DamagedFiles, TheEndIsMissing) {
  const std::string whole = testing::content(path_);
  Outcomes outcomes;
  for (std::size_t size = 0; size < whole.size(); ++size) read(whole.substr(0, size), outcomes);
  EXPECT_EQ(outcomes.refused, whole.size());
}

INSTANTIATE_TEST_SUITE_P(Formats, DamagedFiles,
                         ::testing::Values("parquet", "feather", "packed.feather"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace overhand::io
