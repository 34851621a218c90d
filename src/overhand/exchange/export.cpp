#include "overhand/exchange/export.h"

#include "overhand/exchange/encode_internal.h"
#include "overhand/exchange/format_internal.h"

namespace overhand::exchange {
namespace {

// A stream of one batch. A table copies cheaply: its columns share their values.
struct OneBatch {
  Table table;
  Gaps gaps;
  bool is_given = false;
};

OneBatch& batch_of(ArrowArrayStream* stream) {
  return *static_cast<OneBatch*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) {
  ArrowArray unused = {};
  export_table(batch_of(stream).table, *schema, unused, batch_of(stream).gaps);
  unused.release(&unused);
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* array) {
  OneBatch& batch = batch_of(stream);
  *array = {};
  if (batch.is_given) return 0;  // a released array: the end
  batch.is_given = true;
  ArrowSchema unused = {};
  export_table(batch.table, unused, *array, batch.gaps);
  unused.release(&unused);
  return 0;
}

void release_stream(ArrowArrayStream* stream) {
  delete &batch_of(stream);
  stream->release = nullptr;
}

}  // namespace

Encoded encode(const Column& column, LevelSet levels) {
  switch (storage_of(column.values)) {
    case Storage::reals:
      return encode_reals(column);
    case Storage::integers:
      return encode_integers(column);
    case Storage::texts:
      break;
  }
  const auto* category = std::get_if<type::Category>(&column.type);
  const auto came = format_of(column.format);
  const bool came_as_text = came && std::holds_alternative<type::Text>(came->type);
  if (category == nullptr || came_as_text) return encode_texts(column);
  return encode_category(column, category->is_ordered, levels);
}

void export_column(const Column& column, ArrowSchema& schema, ArrowArray& array, Gaps gaps,
                   LevelSet levels) {
  Encoded parts = encode(column, levels);
  if (gaps == Gaps::within && storage_of(column.values) == Storage::reals) {
    parts.schema.flags |= flag_gaps_within;
    parts.array.missing = 0;
    parts.array.buffers.front() = nullptr;
  }
  schema = schema_of(std::move(parts.schema));
  array = array_of(std::move(parts.array));
}

void export_table(const Table& table, ArrowSchema& schema, ArrowArray& array, Gaps gaps) {
  SchemaParts fields{.format = "+s", .name = "", .flags = 0};
  ArrayParts columns{.length = static_cast<std::int64_t>(table.row_count())};
  columns.lend(nullptr, nullptr);
  for (const Column& column : table.columns()) {
    export_column(column, fields.children.emplace_back(), columns.children.emplace_back(), gaps);
  }
  schema = schema_of(std::move(fields));
  array = array_of(std::move(columns));
}

void export_stream(const Table& table, ArrowArrayStream& stream, Gaps gaps) {
  stream = {.get_schema = get_schema,
            .get_next = get_next,
            .get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; },
            .release = release_stream,
            .private_data = new OneBatch{table, gaps}};
}

}  // namespace overhand::exchange
