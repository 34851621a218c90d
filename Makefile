# Overhand: build, try, test. Each target first sets up what it needs and no more (tools/setup).
.PHONY: all build dist install demo tests test hostile benches bench check study clean

configure = cmake -S . -G Ninja --log-level=WARNING -DOVERHAND_UNITY=ON -B

all: build

build:
	@tools/setup program page
	@test -f build/build.ninja || $(configure) build -DOVERHAND_TESTS=OFF >/dev/null
	@cmake --build build

# The program, and the library for find_package(overhand): make install PREFIX=folder
PREFIX ?= /usr/local
install: build
	@cmake --install build --prefix $(PREFIX) >/dev/null

# For others: the wheel, dist/overhand-*.whl, out of the same build: all that it needs is inside, which
# an empty virtual environment shows; and the R package, dist/overhand_*.tar.gz, which compiles the core
# where it is installed, as its vignette shows here.
dist:
	@tools/setup program page python r
	@tools/wheel dist
	@tools/check_wheel dist/overhand-*.whl
	@tools/r_package dist

demo: build
	@build/overhand demo

tests:
	@tools/setup program page python r tests figures anonymeter sdmetrics spark
	@$(configure) build -DOVERHAND_TESTS=ON -DOVERHAND_PACKAGE=ON -DOVERHAND_R=ON >/dev/null
	@cmake --build build --target all tests

test: tests
	@ctest --test-dir build --output-on-failure -j 2

# All hostile files and options, as built and with sanitizers; `make test` runs a part of them.
hostile: build
	@tests/hostile/run --all
	@$(configure) build-asan -DOVERHAND_TESTS=OFF -DOVERHAND_SANITIZE=address,undefined >/dev/null
	@cmake --build build-asan
	@OVERHAND_BINARY=build-asan/overhand tests/hostile/run --all --sanitized

bench: build benches
	@tools/bench

# Nobody runs the benches with every change, so that it is checked that they build.
benches:
	@tools/setup program page benches
	@$(configure) build -DOVERHAND_BENCHES=ON >/dev/null
	@cmake --build build --target benches

check: build benches
	@tools/setup checks
	@tools/check

# The paper's experiments: make study DATA=folder with census.csv and tarragona.csv
DATA ?= data
study: build
	@tools/setup figures
	@build/overhand study --data $(DATA) -o study
	@.venv/bin/python tools/figures study

clean:
	@rm -rf build build-asan
