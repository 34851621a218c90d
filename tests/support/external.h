// Tables in files that are masked a column or a part at a time.
#pragma once

#include <memory>

#include "overhand/external/mask.h"
#include "overhand/io/write_table.h"
#include "support/folder.h"
#include "support/mixed.h"
#include "support/same_tables.h"

namespace overhand::testing {

// Mixed columns, a sum of two others, a kept text and the number of the row, kept.
inline Table people_table(std::size_t rows, std::uint64_t seed) {
  Table table = mixed_table(rows, seed);
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test, 1});
  Reals wage(rows);
  Reals rent(rows);
  Reals total(rows);
  Integers number(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    wage[i] = 0.25 * random::uniform_below(20'000, stream);
    rent[i] = 0.5 * random::uniform_below(3'000, stream);
    total[i] = wage[i] + rent[i];
    number[i] = static_cast<std::int64_t>(i);
  }
  auto& columns = table.columns();
  columns.insert(columns.begin() + 1, Column("total", total));
  columns.push_back({"wage", wage});
  columns.push_back({"rent", rent});
  columns.push_back({"number", number});
  return table;
}

// What is said of them, for files that do not say it.
inline ColumnChoice people_choice() {
  ColumnChoice choice = mixed_choice();
  for (const char* name : {"total", "wage", "rent"}) {
    choice.plans.push_back({.name = name, .type = type::Real{}});
  }
  choice.plans.push_back({.name = "number", .role = Treatment::keep});
  return choice;
}

inline Structure with_total() {
  Structure structure;
  structure.derive = {"total = wage + rent"};
  return structure;
}

// A table in a file of its own, looked at once.
class Surveyed {
 public:
  Surveyed(const Table& table, const std::string& extension, const std::string& method = "sjppds",
           ColumnChoice choice = people_choice(), std::uint64_t memory = std::uint64_t{1} << 24)
      : path_(folder_.path("table" + extension)),
        method_(**masking::find_method(method)),
        choice_(std::move(choice)),
        room_{memory, folder_.path(".")} {
    const auto done = io::write_table(table, path_);
    EXPECT_TRUE(done) << sentence_of(done.error());
    auto source = io::ColumnSource::open(path_, choice_, {}, quiet_);
    EXPECT_TRUE(source) << sentence_of(source.error());
    source_ = std::make_unique<io::ColumnSource>(*std::move(source));
    auto original = survey(seed_.context, [](Column column) { return column; });
    EXPECT_TRUE(original) << sentence_of(original.error());
    original_ = std::make_unique<external::Original>(*std::move(original));
  }

  Result<external::Original> survey(const masking::Context& context,
                                    const external::Preparation& prepared) const {
    return external::Original::survey(*source_, method_, prepared, room_, context);
  }
  Result<external::MaskedTable> mask(const masking::MaskOptions& options,
                                     const masking::Context& context) const {
    return external::mask(*original_, method_, options, room_, context);
  }
  Result<external::MaskedTable> mask(const masking::MaskOptions& options) const {
    return mask(options, seed_.context);
  }

  const external::Original& original() const { return *original_; }
  const masking::Method& method() const { return method_; }
  const Seeded& key() const { return seed_; }
  external::Room& room() { return room_; }
  std::size_t file_count() const { return folder_.file_count(); }
  // As it is read at once.
  Table in_memory() const { return *io::read_table(path_, choice_); }

 private:
  Folder folder_;
  std::string path_;
  const masking::Method& method_;
  ColumnChoice choice_;
  external::Room room_;
  Progress quiet_;
  Seeded seed_{1};
  std::unique_ptr<io::ColumnSource> source_;
  std::unique_ptr<external::Original> original_;
};

inline Table whole_of(const external::MaskedTable& masked) {
  const auto all = masked.part(0, masked.row_count());
  EXPECT_TRUE(all) << sentence_of(all.error());
  return *all;
}

}  // namespace overhand::testing
