#include "overhand/exchange/import.h"

#include <fmt/format.h>

#include <set>

#include "overhand/exchange/import_values_internal.h"
#include "overhand/exchange/parts_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::exchange {
namespace {

template <class Structure>
struct Released {
  Structure held = {};
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() {
    if (held.release != nullptr) held.release(&held);
  }
};

std::string_view letters_of(const ArrowSchema& schema) {
  return schema.format == nullptr ? std::string_view() : schema.format;
}

std::string name_of(const ArrowSchema& schema) { return schema.name == nullptr ? "" : schema.name; }

bool is_code_format(std::string_view letters) {
  return letters.size() == 1 &&
         std::string_view("cCsSiIlL").find(letters) != std::string_view::npos;
}

std::optional<Error> problem_with_slices(const ArrowSchema& schema, const Slices& slices) {
  const auto format = format_of(letters_of(schema));
  for (const Slice& slice : slices) {
    if (auto problem = problem_with(*format, slice)) return problem;
  }
  return std::nullopt;
}

Result<Column> category(const ArrowSchema& schema, const Slices& slices, const Progress& progress) {
  auto texts = import_categories(schema, slices, progress);
  if (!texts) return texts.error();
  const bool is_ordered = (schema.flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
  return Column("", type::Category{is_ordered}, *std::move(texts));
}

Result<Column> column_of_values(const ArrowSchema& schema, const Slices& slices, Role role,
                                const Progress& progress) {
  const bool gaps_within = (schema.flags & flag_gaps_within) != 0;
  auto imported = import_values(*format_of(letters_of(schema)), slices,
                                gaps_within ? Role::mask : role, progress);
  if (!imported) return imported.error();
  return Column("", std::move(imported->type), std::move(imported->values));
}

Error stream_error(ArrowArrayStream& stream) {
  const char* why = stream.get_last_error(&stream);
  return {ErrorKind::invalid_data, fmt::format("The table could not be read: {}.",
                                               why == nullptr ? "no reason is given" : why)};
}

// The batches of a stream, each a struct whose children are the columns.
class Batches {
 public:
  explicit Batches(ArrowArrayStream& stream) { std::swap(stream_.held, stream); }

  Status read(const Progress& progress) {
    ArrowArrayStream& stream = stream_.held;
    if (stream.release == nullptr) {
      return Error{ErrorKind::invalid_data,
                   "The stream of the table was read before; hand over a new one."};
    }
    if (stream.get_schema(&stream, &schema_.held) != 0) return stream_error(stream);
    if (letters_of(schema_.held) != "+s") return no_table();
    while (true) {
      if (progress.cancelled()) return cancelled_error();
      ArrowArray batch = {};
      if (stream.get_next(&stream, &batch) != 0) return stream_error(stream);
      if (batch.release == nullptr) return Done{};
      batches_.push_back(take(batch));
      if (!is_batch(batches_.back())) return no_table();
    }
  }

  std::size_t column_count() const { return static_cast<std::size_t>(schema_.held.n_children); }
  const ArrowSchema& schema(std::size_t j) const { return *schema_.held.children[j]; }

  std::vector<Slice> slices(std::size_t j) const {
    std::vector<Slice> slices;
    for (const Slice& batch : batches_) {
      const ArrowArray* child = batch.array->children[j];
      slices.push_back({batch.owner, child, child->offset + batch.offset, batch.length});
    }
    return slices;
  }

 private:
  static Error no_table() {
    return {ErrorKind::invalid_data, "The table must be records that have columns with names."};
  }

  bool is_batch(const Slice& batch) const {
    if (batch.length < 0 || batch.offset < 0 || has_gaps(batch)) return false;
    if (batch.array->n_children != schema_.held.n_children) return false;
    for (std::size_t j = 0; j < column_count(); ++j) {
      const ArrowArray& child = *batch.array->children[j];
      if (child.length < batch.offset + batch.length || child.offset < 0) return false;
    }
    return true;
  }

  Released<ArrowArrayStream> stream_;
  Released<ArrowSchema> schema_;
  std::vector<Slice> batches_;
};

// The columns by name, still without values.
Table columns_of(const Batches& batches) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < batches.column_count(); ++j) {
    columns.push_back({name_of(batches.schema(j)), Reals{}});
  }
  return Table(std::move(columns));
}

std::optional<Error> problem_with_names(const Table& table) {
  std::set<std::string> seen;
  for (const Column& column : table.columns()) {
    if (seen.insert(column.name).second) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("Two columns are named '{}'.", told(column.name))};
  }
  return std::nullopt;
}

Result<Column> named_column(const Batches& batches, std::size_t j, const Column& chosen,
                            const Progress& progress) {
  auto column = import_column(batches.schema(j), batches.slices(j), chosen.role, progress);
  if (!column && column.error().kind == ErrorKind::cancelled) return column;
  if (!column) {
    return Error{column.error().kind,
                 fmt::format("{}: {}.", at_start(chosen.name), column.error().message)};
  }
  column->name = chosen.name;
  return column;
}

}  // namespace

Slice take(ArrowArray& array) {
  const auto owned = std::make_shared<Released<ArrowArray>>();
  std::swap(owned->held, array);
  return {owned, &owned->held, owned->held.offset, owned->held.length};
}

bool can_be_imported(const ArrowSchema& schema) {
  if (schema.dictionary == nullptr) return format_of(letters_of(schema)).has_value();
  return is_code_format(letters_of(schema)) && schema.dictionary->dictionary == nullptr &&
         can_be_imported(*schema.dictionary);
}

Result<Column> import_column(const ArrowSchema& schema, const std::vector<Slice>& slices, Role role,
                             const Progress& progress) {
  if (!can_be_imported(schema)) {
    return Error{ErrorKind::invalid_data,
                 "a type that has no place in a table of records (lists, records, bytes, ...)"};
  }
  if (auto problem = problem_with_slices(schema, slices)) return *std::move(problem);
  auto column = schema.dictionary == nullptr ? column_of_values(schema, slices, role, progress)
                                             : category(schema, slices, progress);
  if (!column) return column;
  column->role = role;
  column->format = letters_of(schema);
  if (schema.dictionary != nullptr) column->level_format = letters_of(*schema.dictionary);
  return column;
}

Result<Table> import_table(ArrowArrayStream& stream, const ColumnChoice& choice,
                           const Progress& progress) {
  Batches batches(stream);
  if (auto read = batches.read(progress); !read) return read.error();
  const Table all = columns_of(batches);
  if (auto problem = problem_with_names(all)) return *std::move(problem);
  auto chosen = choose_columns(all, choice);
  if (!chosen) return chosen.error();
  for (Column& column : chosen->columns()) {
    auto imported = named_column(batches, *find_column(all, column.name), column, progress);
    if (!imported) return imported.error();
    column = *std::move(imported);
  }
  return chosen;
}

}  // namespace overhand::exchange
