#include "overhand/exchange/parts_internal.h"

namespace overhand::exchange {
namespace {

// The parts and the pointers to them that the structures of C want.
template <class Parts, class Structure>
struct Held {
  explicit Held(Parts given) : parts(std::move(given)) {
    for (Structure& child : parts.children) children.push_back(&child);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    for (Structure& child : parts.children) release(child);
    if (parts.dictionary) release(*parts.dictionary);
  }
  static void release(Structure& structure) {  // a consumer may have moved it out
    if (structure.release != nullptr) structure.release(&structure);
  }

  Parts parts;
  std::vector<Structure*> children;
};

template <class Parts, class Structure>
void release_held(Structure* structure) {
  delete static_cast<Held<Parts, Structure>*>(structure->private_data);
  structure->release = nullptr;
}

}  // namespace

ArrowSchema schema_of(SchemaParts given) {
  auto held = std::make_unique<Held<SchemaParts, ArrowSchema>>(std::move(given));
  SchemaParts& parts = held->parts;
  return {.format = parts.format.c_str(),
          .name = parts.name.c_str(),
          .metadata = nullptr,
          .flags = parts.flags,
          .n_children = static_cast<std::int64_t>(held->children.size()),
          .children = held->children.data(),
          .dictionary = parts.dictionary ? &*parts.dictionary : nullptr,
          .release = release_held<SchemaParts, ArrowSchema>,
          .private_data = held.release()};
}

ArrowArray array_of(ArrayParts given) {
  auto held = std::make_unique<Held<ArrayParts, ArrowArray>>(std::move(given));
  ArrayParts& parts = held->parts;
  return {.length = parts.length,
          .null_count = parts.missing,
          .offset = 0,
          .n_buffers = static_cast<std::int64_t>(parts.buffers.size()),
          .n_children = static_cast<std::int64_t>(held->children.size()),
          .buffers = parts.buffers.data(),
          .children = held->children.data(),
          .dictionary = parts.dictionary ? &*parts.dictionary : nullptr,
          .release = release_held<ArrayParts, ArrowArray>,
          .private_data = held.release()};
}

}  // namespace overhand::exchange
