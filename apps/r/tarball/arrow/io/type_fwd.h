// As the one above it.
#pragma once

#include <arrow/type_fwd.h>
