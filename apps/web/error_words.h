// An error in the words of the page.
#pragma once

#include <string>

#include "overhand/core/error.h"
#include "session.h"

namespace overhand::web {

// The sentence about the person's file, not the server's copy of it, and the choices of the page
// that would help.
std::string words_of(Error error, const OpenTable& table);

// Of a request whose part `what` is not as the page sends it.
Error malformed(const char* what);

}  // namespace overhand::web
