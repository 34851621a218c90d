// Bytes that Python and the engine lend or give each other.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace overhand::python {

// Bytes of any object that lends them, without a copy.
class Lent {
 public:
  explicit Lent(const nanobind::handle& object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nanobind::python_error();
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent() { PyBuffer_Release(&view_); }
  std::string_view bytes() const {
    return {static_cast<const char*>(view_.buf), static_cast<std::size_t>(view_.len)};
  }

 private:
  Py_buffer view_ = {};
};

class LentList {
 public:
  explicit LentList(const nanobind::list& objects) {
    for (const nanobind::handle object : objects) {
      lent_.push_back(std::make_unique<Lent>(object));
      views_.push_back(lent_.back()->bytes());
    }
  }
  const std::vector<std::string_view>& views() const { return views_; }

 private:
  std::vector<std::unique_ptr<Lent>> lent_;
  std::vector<std::string_view> views_;
};

inline nanobind::bytes given(std::string_view bytes) {
  return nanobind::bytes(bytes.data(), bytes.size());
}

// The texts go as they are handed over: there are never two copies of all.
inline nanobind::list given_away(std::vector<std::string>& texts) {
  nanobind::list all;
  for (std::string& text : texts) {
    all.append(given(text));
    text = std::string();
  }
  return all;
}

}  // namespace overhand::python
