# Overhand: build, try, test. Each target sets up what it needs first (tools/setup).
.PHONY: all setup configure demo test bench check clean

all: configure
	@cmake --build build

setup:
	@tools/setup

configure: setup
	@test -f build/build.ninja || cmake -S . -B build -G Ninja --log-level=WARNING
