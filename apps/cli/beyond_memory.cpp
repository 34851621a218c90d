#include "beyond_memory.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "command_line.h"
#include "commands/external_masking.h"
#include "commands/unless_done.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/external/memory.h"
#include "overhand/io/lineage_file.h"
#include "overhand/report/risk_words.h"

namespace overhand::cli {
namespace {

namespace fs = std::filesystem;

// Where the machine would begin to lay memory on the disk by itself it is slow, or ends the
// program.
std::uint64_t memory_to_use(const MemoryArguments& said) {
  return said.memory.value_or(external::available_memory() / 5 * 4);
}

// On the disk of the output: that of /tmp may be memory.
std::string folder_for(const ExternalWish& wish) {
  if (!wish.memory.temporary.empty()) return wish.memory.temporary;
  if (io::is_standard_stream(wish.output)) return fs::temp_directory_path().string();
  const fs::path folder = fs::path(wish.output).parent_path();
  return folder.empty() ? "." : folder.string();
}

io::Format format_with_parts(const ExternalWish& wish) {
  const io::Format format = output_format(wish.output, wish.output_format);
  if (io::has_parts(format)) return format;
  throw Failure({ErrorKind::invalid_option,
                 fmt::format("a table beyond the memory cannot be written as {}; write .parquet, "
                             ".feather or .csv.",
                             format.extension),
                 {wish.output}});
}

void say_plan(const ExternalWish& wish, const io::ColumnSource& source,
              const external::Room& room) {
  const io::FileSize size = source.size();
  const std::string disk =
      size.rows
          ? fmt::format(" and {} of temporary files in '{}'",
                        io::size_words(external::scratch_size(
                            *size.rows, size.columns, source.reads_single_columns(), wish.method)),
                        printable(room.folder))
          : fmt::format(" and temporary files in '{}'", printable(room.folder));
  say(
      fmt::format("{}: to mask it at once takes about {} of memory; it is masked a part at a time "
                  "with {}{}.",
                  wish.input, io::size_words(external::memory_at_once(size)),
                  io::size_words(room.memory), disk));
}

// Before anything is read.
void check_room(const ExternalWish& wish, const io::ColumnSource& source,
                const external::Room& room) {
  const io::FileSize size = source.size();
  const std::uint64_t needed =
      size.rows ? external::scratch_size(*size.rows, size.columns, source.reads_single_columns(),
                                         wish.method)
                : size.bytes;
  if (io::is_standard_stream(wish.output)) {
    value_or_fail(io::ScratchFile::create(room.folder, needed));
    return;
  }
  // What comes out is about as large as what went in, and temporary files are there until it is.
  done_or_fail(io::check_room_for(wish.output, size.bytes));
  const bool is_shared = io::are_on_one_disk(room.folder, wish.output);
  value_or_fail(io::ScratchFile::create(room.folder, needed + (is_shared ? size.bytes : 0)));
}

void write_outputs(const ExternalWish& wish, const commands::ExternalTask& task,
                   const commands::ExternallyMasked& masked) {
  const io::Format format = format_with_parts(wish);
  check_lineage(wish.lineage, masked.sample.layout, format);
  commands::UnlessDone outputs({wish.output, wish.lineage, wish.json});
  const auto risk = value_or_fail(commands::external_risk(masked, task, terminal_progress()));
  done_or_fail(commands::write_parts(masked.masked, wish.output, format, masked.sample.layout,
                                     terminal_progress()));
  if (!wish.lineage.empty()) {
    done_or_fail(io::write_lineage(masked.masked.lineage(), wish.lineage));
  }
  if (!wish.json.empty()) {
    write_json(commands::external_record(masked, task, wish.key.origin(), risk), wish.json);
  }
  outputs.done();
  say_plain_gaps(wish.output, masked.masked.sample().table, format);
  finish_progress_bar();
  if (wish.quiet) return;
  const std::string sample = commands::sample_words(masked);
  if (!sample.empty()) std::cerr << sample << "\n";
  for (const auto& words : commands::sentences_on(risk, "")) std::cerr << printable(words) << "\n";
  say_codes(wish.input, masked.sample.table, wish.choice, wish.reading);
}

}  // namespace

void check_lineage(const std::string& lineage, const io::Layout& layout, const io::Format& format) {
  if (lineage.empty() || !io::is_folder_of(layout, format) || layout.partitions.empty()) return;
  throw Failure({ErrorKind::invalid_option,
                 "--lineage: the records of such a folder are written by its keys, not in one "
                 "order; write one file, such as masked.csv."});
}

void MemoryArguments::add_to(CLI::App& command) {
  command
      .add_option("--memory", memory,
                  "mask a part at a time where more than so much, such as 2G, would be needed "
                  "[four fifths of what is free]; cell_rotate and sjppds, .csv .parquet .feather")
      ->transform(amount_of_bytes())
      ->type_name("SIZE");
  command
      .add_option("--temporary", temporary,
                  "where temporary files then go, unnamed and gone at the end [beside the output]")
      ->type_name("DIR");
}

bool masked_beyond_memory(const ExternalWish& wish) {
  if (io::is_standard_stream(wish.input)) {
    if (!wish.memory.memory) return false;
    throw Failure({ErrorKind::invalid_option,
                   "--memory: standard input is read whole; save it as a file, and mask that."});
  }
  const auto source = value_or_fail(
      io::ColumnSource::open(wish.input, wish.choice, wish.reading, terminal_progress()));
  const external::Room room{memory_to_use(wish.memory), folder_for(wish)};
  if (external::memory_at_once(source.size()) <= room.memory) return false;
  if (auto problem = commands::problem_with_parts(wish.choice, wish.method)) {
    throw Failure(in_file(wish.input, *std::move(problem)));
  }
  format_with_parts(wish);
  say_plan(wish, source, room);
  check_room(wish, source, room);
  commands::ExternalTask task{
      source, wish.choice, wish.method, wish.options, !wish.structure.no_derive, room};
  const random::Key key = wish.key.key();
  auto masked = commands::mask_externally(
      task, key, [&](const std::string& words) { say(fmt::format("{}: {}", wish.input, words)); },
      terminal_progress());
  write_outputs(wish, task, value_or_fail(std::move(masked), wish.input));
  return true;
}

}  // namespace overhand::cli
