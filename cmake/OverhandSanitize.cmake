# OVERHAND_SANITIZE=address,undefined: a build that stops at the first bad access or undefined
# behaviour. Arrow from the wheel is not built so; what it hands over in containers looks overflown
# to it, which ASAN_OPTIONS=detect_container_overflow=0 quiets (tests/hostile/run --sanitized).
set(OVERHAND_SANITIZE "" CACHE STRING "sanitizers to build with, such as address,undefined")
if(OVERHAND_SANITIZE)
  # maybe-uninitialized: g++ 12 sees through less in code with checks and warns of what is none.
  add_compile_options(-fsanitize=${OVERHAND_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -O1 -g1 -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=${OVERHAND_SANITIZE})
endif()
