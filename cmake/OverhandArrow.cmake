# Arrow C++ out of the pinned pyarrow wheel: its libraries carry versioned names, so they are found
# through the virtual environment and linked as IMPORTED targets. RPATH leads back to the wheel.
set(python_of_ours ${PROJECT_SOURCE_DIR}/.venv/bin/python)
if(SKBUILD)  # the environment that pip makes for the build of a wheel
  set(python_of_ours ${Python_EXECUTABLE})
endif()
set(OVERHAND_PYTHON ${python_of_ours} CACHE FILEPATH "Python with pyarrow")
execute_process(
  COMMAND ${OVERHAND_PYTHON} -c
          "import pyarrow; print(pyarrow.get_include(), pyarrow.get_library_dirs()[0], pyarrow.__version__.split('.')[0], sep=';')"
  OUTPUT_VARIABLE arrow_place OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE arrow_status)
if(NOT arrow_status EQUAL 0)
  message(FATAL_ERROR "pyarrow was not found through ${OVERHAND_PYTHON}: run tools/setup first.")
endif()
list(GET arrow_place 0 arrow_include)
list(GET arrow_place 1 arrow_libraries)
list(GET arrow_place 2 arrow_major)

foreach(library arrow parquet)
  add_library(Arrow::${library} SHARED IMPORTED)
  set_target_properties(Arrow::${library} PROPERTIES
    IMPORTED_LOCATION ${arrow_libraries}/lib${library}.so.${arrow_major}00
    INTERFACE_INCLUDE_DIRECTORIES ${arrow_include})
endforeach()
