#include "overhand/external/original.h"

#include <algorithm>

#include "overhand/external/memory.h"
#include "overhand/random/sample.h"

namespace overhand::external {
namespace {

// So many tell whether columns are sums of others, and what an intruder finds.
constexpr std::size_t sample_size = 100'000;

masking::Digest digest_of(const Column& column, const random::Key& key) {
  Column seen = column;
  seen.role = Role::mask;
  return masking::digests(Table({std::move(seen)}), masking::digest_key(key)).front();
}

// How many columns of a text file are parsed at once: their values twice, and the text on its way.
std::size_t columns_at_once(std::size_t rows, std::uint64_t memory) {
  constexpr std::uint64_t bytes_per_cell = 32;
  const std::uint64_t per_column = std::max<std::uint64_t>(rows * bytes_per_cell, 1);
  return static_cast<std::size_t>(std::max<std::uint64_t>(memory / per_column, 1));
}

}  // namespace

Result<Original> Original::survey(const io::ColumnSource& source, const masking::Method& method,
                                  const Preparation& prepared, const Room& room,
                                  const masking::Context& context) {
  Original original(source, prepared);
  const std::size_t count = source.columns().size();
  original.columns_.resize(count);
  original.stated_.resize(count);
  original.sample_ = Table(std::vector<Column>(count));
  Stage stage(context.progress, "reading columns", count);
  for (std::size_t first = 0; first < count;) {
    const bool is_alone = source.reads_single_columns() || first == 0;
    const std::size_t most = is_alone ? 1 : columns_at_once(original.rows_, room.memory);
    std::vector<std::size_t> group;
    for (std::size_t j = first; j < std::min(first + most, count); ++j) group.push_back(j);
    if (auto done = original.read_group(group, method, room, context); !done) return done.error();
    first += group.size();
    for (std::size_t i = 0; i < group.size(); ++i) stage.finish_part();
    give_back_freed();
  }
  return original;
}

Status Original::read_group(const std::vector<std::size_t>& group, const masking::Method& method,
                            const Room& room, const masking::Context& context) {
  auto read = source_->read(group);
  if (!read) return read.error();
  if (group.front() == 0) {
    rows_ = read->table.row_count();
    layout_ = read->layout;
    notes_ = read->notes;
    sampled_ = random::sample(context.key, {random::Purpose::trial_sample}, rows_, sample_size);
  }
  if (read->table.row_count() != rows_) {
    return Error{ErrorKind::invalid_data,
                 "its columns differ in length, so the file is damaged.",
                 {source_->name()}};
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto column = prepared_(std::exchange(read->table.columns()[i], Column()));
    if (!column) return column.error();
    if (!source_->reads_single_columns()) {
      if (auto done = put_away(group[i], *column, room); !done) return done;
    }
    if (auto done = look_at(group[i], *std::move(column), method, context); !done) return done;
  }
  return Done{};
}

Status Original::put_away(std::size_t number, const Column& column, const Room& room) {
  if (!store_) {
    auto store =
        ColumnStore::create(room.folder, rows_, rows_ * sizeof(double) * source_->columns().size());
    if (!store) return store.error();
    store_.emplace(*std::move(store));
  }
  const std::size_t place_in_store = store_->add(column);
  if (place_in_store != number) std::abort();  // columns come in their order
  return store_->write(number, 0, column);
}

Status Original::look_at(std::size_t number, Column column, const masking::Method& method,
                         const masking::Context& context) {
  return stoppable(context.progress, [&]() -> Status {
    stated_[number] = masking::stated(column, method);
    if (stated_[number].is_digested) stated_[number].digest = digest_of(column, context.key);
    sample_.columns()[number] = gather(column, sampled_);
    columns_[number] = emptied(column);
    return Done{};
  });
}

Result<Column> Original::read(std::size_t number) const {
  if (store_) return store_->read(number);
  auto read = source_->read({number});
  if (!read) return read.error();
  return prepared_(std::move(read->table.columns().front()));
}

}  // namespace overhand::external
