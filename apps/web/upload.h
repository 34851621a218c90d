// Takes in the tables that the page sends or asks for.
#pragma once

#include <httplib.h>

#include "overhand/core/progress.h"
#include "session.h"
#include "table_facts.h"

namespace overhand::web {

// The whole body as text. Throws Refused beyond `limit` bytes and on a body that breaks off.
std::string body_text(const httplib::Request& request, const httplib::ContentReader& read,
                      std::size_t limit);

// Stores the body as the file named by X-Filename, reads it, opens it and describes its columns.
// {"filename", "rows", "columns", "preview": table_facts.h; "reading", "layout": reading.h}.
// Throws Refused on a body beyond `limit` bytes, on one that breaks off and on what is no table.
Json open_upload(Session& session, const httplib::Request& request,
                 const httplib::ContentReader& read, std::size_t limit, const Progress& stop);

// Reads the open file again, as `body` says (reading.h).
Json open_again(Session& session, const Json& body, const Progress& stop);

// Opens a simulated hospital: overhand simulate hospital -n 1000 --seed 1 -o hospital.csv.
Json open_sample(Session& session);

}  // namespace overhand::web
