# Builds for AVX2 where this machine's processor has it. Set OVERHAND_MARCH to choose otherwise.
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS "")
check_cxx_source_runs(
  "int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
  OVERHAND_HAS_AVX2)
if(OVERHAND_HAS_AVX2)
  set(OVERHAND_MARCH x86-64-v3 CACHE STRING "processor to build for")
else()
  set(OVERHAND_MARCH x86-64 CACHE STRING "processor to build for")
endif()
add_compile_options(-march=${OVERHAND_MARCH})

# For modules whose results are the same on every processor. No fused a*b+c, which rounds once where
# others round twice: g++ 12.2 makes vfmaddsub even under -ffp-contract=off.
set(OVERHAND_EXACT -mno-fma)
