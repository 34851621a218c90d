#include "overhand/io/part_writer.h"

#include <unistd.h>

#include <optional>

#include "overhand/io/alike_parts_internal.h"
#include "overhand/io/part_sink_internal.h"
#include "overhand/io/plain_gaps_internal.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_folder_internal.h"

namespace overhand::io {

struct PartWriter::Opened {
  std::string name;
  Format format;
  std::optional<WholeFile> whole;  // none: standard output
  File file;
  Sink sink;
  std::unique_ptr<PartSink> parts;
  const Progress& progress;
  std::optional<AlikeParts> alike = std::nullopt;
  bool is_finished = false;
  bool has_parts = false;

  Table plain(Table part) const {
    for (Column& column : part.columns()) {
      if (auto gaps = with_plain_gaps(column, format)) column = *std::move(gaps);
    }
    return part;
  }

  Status ended(const arrow::Status& status) {
    if (!status.ok()) is_finished = true;
    if (!status.ok() && sink != nullptr) (void)sink->Abort();  // or it tries to write the rest
    const bool has_failed_before = file != nullptr && !file->failure().ok();
    return written_or_why(has_failed_before ? file->failure() : status, format, name);
  }
};

bool is_folder_of(const Layout& like, const Format& format) {
  return like.is_folder && format.file == FileFormat::parquet;
}

bool has_parts(const Format& format) { return parts_into(format, {}, nullptr) != nullptr; }

Result<PartWriter> PartWriter::create(const std::string& path, const Format& format,
                                      const Layout& like, const Progress& progress) {
  if (is_folder_of(like, format) && !is_standard_stream(path)) {
    auto folder = FolderParts::create(path, like.partitions);
    if (!folder) return folder.error();
    return PartWriter(std::unique_ptr<Opened>(
        new Opened{path, format, std::nullopt, nullptr, nullptr, *std::move(folder), progress}));
  }
  std::optional<WholeFile> whole;
  if (!is_standard_stream(path)) {
    auto file = WholeFile::create(path);
    if (!file) return file.error();
    whole.emplace(*std::move(file));
  }
  const std::string name = whole ? path : "standard output";
  const auto file = file_of(whole ? whole->descriptor() : STDOUT_FILENO);
  if (!file.ok()) return written_or_why(file.status(), format, name).error();
  const auto sink = sink_into(*file, format.compression);
  if (!sink.ok()) return written_or_why(sink.status(), format, name).error();
  auto parts = parts_into(format, like, *sink);
  return PartWriter(std::unique_ptr<Opened>(
      new Opened{name, format, std::move(whole), *file, *sink, std::move(parts), progress}));
}

PartWriter::PartWriter(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
PartWriter::PartWriter(PartWriter&&) noexcept = default;
PartWriter::~PartWriter() {
  const bool is_open = opened_ != nullptr && !opened_->is_finished;
  if (is_open && opened_->sink != nullptr) (void)opened_->sink->Abort();
}

std::vector<std::string> PartWriter::look_ahead(const std::vector<Column>& columns) {
  opened_->alike.emplace(opened_->format);
  opened_->parts->settle();
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (opened_->alike->depends_on_values(column)) names.push_back(column.name);
  }
  return names;
}

void PartWriter::look(const Table& part) { opened_->alike->look(opened_->plain(part)); }

Status PartWriter::write(const Table& part) {
  opened_->has_parts = true;
  Table plain = opened_->plain(part);
  if (opened_->alike) plain = opened_->alike->alike(std::move(plain));
  return opened_->ended(
      opened_->parts->write(plain, Progress({}, [this] { return opened_->progress.cancelled(); })));
}

Status PartWriter::finish() {
  opened_->is_finished = true;
  if (!opened_->has_parts) {
    if (opened_->sink != nullptr) (void)opened_->sink->Abort();
    return Error{ErrorKind::invalid_data, "there is no part of a table to write.", {opened_->name}};
  }
  if (auto closed = opened_->ended(opened_->parts->close()); !closed) return closed;
  return opened_->whole ? opened_->whole->commit() : Status(Done{});
}

}  // namespace overhand::io
