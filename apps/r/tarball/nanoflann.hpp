// nanoflann prints to stderr before it throws bad_alloc; R's console is not stderr, and the exception says it all.
#pragma once
#include <cstdio>
#define fprintf(...) static_cast<void>(0)
#include_next <nanoflann.hpp>
#undef fprintf
