#include "arrays.h"

#include <cstring>

#include "overhand/exchange/export.h"
#include "overhand/exchange/import.h"
#include "overhand/table/table.h"

namespace overhand::python {
namespace {

// One column, released with whoever gets it.
struct Child {
  ArrowSchema schema = {};
  ArrowArray array = {};
};

void release(Child& child) {
  if (child.schema.release != nullptr) child.schema.release(&child.schema);
  if (child.array.release != nullptr) child.array.release(&child.array);
}

// A Python object that memory belongs to, let go of with the GIL.
class Owner {
 public:
  explicit Owner(nb::object object) : object_(std::move(object)) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    if (!nb::is_alive()) {
      object_.release();  // the interpreter is gone, and the object with it
      return;
    }
    const nb::gil_scoped_acquire acquired;
    object_.reset();
  }

 private:
  nb::object object_;
};

struct ArrayOwner {
  std::shared_ptr<Owner> values;
  std::vector<std::uint8_t> own_values;  // where they are not borrowed
  std::vector<std::uint8_t> valid;       // bits
  const void* buffers[2] = {};
};

struct SchemaOwner {
  std::string format;
  std::string name;
  std::unique_ptr<ArrowSchema> dictionary;
};

void release_schema(ArrowSchema* schema) {
  const std::unique_ptr<SchemaOwner> owner(static_cast<SchemaOwner*>(schema->private_data));
  if (owner->dictionary && owner->dictionary->release != nullptr) {
    owner->dictionary->release(owner->dictionary.get());
  }
  schema->release = nullptr;
}

// A schema of a column that is no record: its format and, of a category, that of its levels.
ArrowSchema schema_like(const ArrowSchema& other, const std::string& name) {
  auto owner = std::make_unique<SchemaOwner>();
  owner->format = other.format;
  owner->name = name;
  if (other.dictionary != nullptr) {
    owner->dictionary = std::make_unique<ArrowSchema>(schema_like(*other.dictionary, ""));
  }
  ArrowSchema schema = {};
  schema.format = owner->format.c_str();
  schema.name = owner->name.c_str();
  schema.flags = other.flags;
  schema.dictionary = owner->dictionary.get();
  schema.release = release_schema;
  schema.private_data = owner.release();
  return schema;
}

ArrowSchema schema_of(const std::string& format, const std::string& name) {
  ArrowSchema plain = {};
  plain.format = format.c_str();
  plain.flags = ARROW_FLAG_NULLABLE;
  return schema_like(plain, name);
}

std::vector<std::uint8_t> bits_where(const Bytes& bytes, bool is_set) {
  std::vector<std::uint8_t> bits((bytes.size() + 7) / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if ((bytes.data()[i] != 0) == is_set) bits[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  }
  return bits;
}

ArrowArray array_of(std::unique_ptr<ArrayOwner> owner, const void* values, std::size_t length,
                    const std::optional<Bytes>& gaps) {
  ArrowArray array = {};
  if (gaps) {
    if (gaps->size() != length) throw nb::value_error("The gaps and the values differ in length.");
    owner->valid = bits_where(*gaps, false);
    owner->buffers[0] = owner->valid.data();
    array.null_count = -1;
  }
  owner->buffers[1] = values;
  array.length = static_cast<std::int64_t>(length);
  array.n_buffers = 2;
  array.buffers = owner->buffers;
  array.release = [](ArrowArray* released) {
    delete static_cast<ArrayOwner*>(released->private_data);
    released->release = nullptr;
  };
  array.private_data = owner.release();
  return array;
}

std::string_view text_of(PyObject* object) {
  Py_ssize_t size = 0;
  const char* letters = PyUnicode_AsUTF8AndSize(object, &size);
  if (letters == nullptr) throw nb::python_error();
  return {letters, static_cast<std::size_t>(size)};
}

Child exported(const Column& column) {
  Child child;
  exchange::export_column(column, child.schema, child.array);
  return child;
}

// The struct of all columns: schema and array hold their children.
struct BatchOwner {
  std::vector<Child> children;
  std::vector<ArrowSchema*> schemas;
  std::vector<ArrowArray*> arrays;
  const void* buffers[1] = {nullptr};
};

void release_all(std::vector<Child>& children) {
  for (Child& child : children) release(child);
}

struct StreamOwner {
  std::vector<Child> children;
  bool is_read = false;
  ~StreamOwner() { release_all(children); }
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const auto& children = static_cast<StreamOwner*>(stream->private_data)->children;
  auto owner = std::make_unique<BatchOwner>();
  for (const Child& child : children) {
    owner->children.push_back({schema_like(child.schema, child.schema.name), {}});
  }
  for (Child& child : owner->children) owner->schemas.push_back(&child.schema);
  *out = {};
  out->format = "+s";
  out->name = "";
  out->n_children = static_cast<std::int64_t>(children.size());
  out->children = owner->schemas.data();
  out->release = [](ArrowSchema* schema) {
    const std::unique_ptr<BatchOwner> all(static_cast<BatchOwner*>(schema->private_data));
    release_all(all->children);
    schema->release = nullptr;
  };
  out->private_data = owner.release();
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& state = *static_cast<StreamOwner*>(stream->private_data);
  *out = {};
  if (std::exchange(state.is_read, true)) return 0;
  auto owner = std::make_unique<BatchOwner>();
  for (Child& child : state.children) {
    owner->children.push_back({{}, std::exchange(child.array, {})});
  }
  for (Child& child : owner->children) owner->arrays.push_back(&child.array);
  out->length = owner->arrays.empty() ? 0 : owner->arrays.front()->length;
  out->n_buffers = 1;
  out->buffers = owner->buffers;
  out->n_children = static_cast<std::int64_t>(owner->arrays.size());
  out->children = owner->arrays.data();
  out->release = [](ArrowArray* array) {
    const std::unique_ptr<BatchOwner> all(static_cast<BatchOwner*>(array->private_data));
    release_all(all->children);
    array->release = nullptr;
  };
  out->private_data = owner.release();
  return 0;
}

template <class Structure>
Structure& in_capsule(const nb::capsule& capsule, const char* name) {
  void* held = PyCapsule_GetPointer(capsule.ptr(), name);
  if (held == nullptr) throw nb::python_error();
  return *static_cast<Structure*>(held);
}

}  // namespace

struct Batch::Parts {
  std::vector<Child> children;
  ~Parts() { release_all(children); }
};

Batch::Batch() : parts_(std::make_unique<Parts>()) {}
Batch::~Batch() = default;

void Batch::add_values(const std::string& name, const std::string& format, Buffer values,
                       std::optional<Bytes> gaps) {
  auto owner = std::make_unique<ArrayOwner>();
  const void* data = values.data();
  const std::size_t length = values.size();
  owner->values = std::make_shared<Owner>(nb::cast(std::move(values)));
  parts_->children.push_back(
      {schema_of(format, name), array_of(std::move(owner), data, length, gaps)});
}

void Batch::add_truths(const std::string& name, const Bytes& values, std::optional<Bytes> gaps) {
  auto owner = std::make_unique<ArrayOwner>();
  owner->own_values = bits_where(values, true);
  const void* data = owner->own_values.data();
  parts_->children.push_back(
      {schema_of("b", name), array_of(std::move(owner), data, values.size(), gaps)});
}

void Batch::add_levels(const std::string& name, const Codes& codes, const nb::sequence& levels,
                       bool is_ordered) {
  auto dictionary = std::make_shared<Dictionary>();
  for (const nb::handle level : levels) dictionary->append(text_of(level.ptr()));
  std::vector<Code> copied(codes.data(), codes.data() + codes.size());
  Texts texts(Cells<Code>(std::move(copied)), std::move(dictionary));
  parts_->children.push_back(exported(Column(name, type::Category{is_ordered}, std::move(texts))));
}

void Batch::add_texts(const std::string& name, const nb::sequence& texts) {
  TextsBuilder builder;
  builder.reserve(nb::len(texts));
  for (const nb::handle text : texts) {
    if (PyUnicode_Check(text.ptr())) {
      builder.append(text_of(text.ptr()));
    } else {
      builder.append(std::nullopt);
    }
  }
  parts_->children.push_back(exported(Column(name, std::move(builder).finish())));
}

void Batch::add_without_place(const std::string& name, std::size_t length) {
  parts_->children.push_back(
      {schema_of("z", name), array_of(std::make_unique<ArrayOwner>(), nullptr, length, {})});
}

void Batch::add_array(const std::string& name, const nb::capsule& schema,
                      const nb::capsule& array) {
  auto& held_array = in_capsule<ArrowArray>(array, array_capsule);
  const auto& held_schema = in_capsule<ArrowSchema>(schema, schema_capsule);
  if (!exchange::can_be_imported(held_schema)) {
    return add_without_place(name, static_cast<std::size_t>(held_array.length));
  }
  parts_->children.push_back({schema_like(held_schema, name), std::exchange(held_array, {})});
}

nb::capsule Batch::stream() {
  auto owner = std::make_unique<StreamOwner>();
  owner->children = std::exchange(parts_->children, {});
  ArrowArrayStream stream = {};
  stream.get_schema = get_schema;
  stream.get_next = get_next;
  stream.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  stream.release = [](ArrowArrayStream* released) {
    delete static_cast<StreamOwner*>(released->private_data);
    released->release = nullptr;
  };
  stream.private_data = owner.release();
  return capsule_of(stream);
}

nb::capsule capsule_of(ArrowArrayStream& stream) {
  auto held = std::make_unique<ArrowArrayStream>(stream);
  return {held.release(), stream_capsule, [](void* pointer) noexcept {
            const std::unique_ptr<ArrowArrayStream> owned(static_cast<ArrowArrayStream*>(pointer));
            if (owned->release != nullptr) owned->release(owned.get());
          }};
}

}  // namespace overhand::python
