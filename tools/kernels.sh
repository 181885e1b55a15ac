#!/bin/sh
# Compiles the WebAssembly kernels: sh tools/kernels.sh, with clang-19 and lld-19 of Debian (19.1.7). Each .wasm is next
# to its source, with the checksums of both in a .sha256 file (test/tools/kernels.test.ts).
set -eu
cd "$(dirname "$0")/.."
CLANG=${CLANG:-clang-19}

# compile FOLDER SOURCE RESULT FLAGS...
compile() (
  cd "$1"
  source=$2 result=$3
  shift 3
  "$CLANG" --target=wasm32 -nostdlib -ffreestanding -O3 -ffp-contract=off -fno-strict-aliasing \
    -Wl,--no-entry -Wl,--import-memory -Wl,--initial-memory=65536 -Wl,-z,stack-size=0 -Wl,--strip-all \
    "$@" -o "$result.wasm" "$source.c"
  chmod 644 "$result.wasm"
  sha256sum "$source.c" "$result.wasm" >"$result.sha256"
)

compile src/vision/picture warp-kernel warp-kernel -msimd128
compile src/features/duplicates/faces scan-kernel scan-kernel -matomics -mbulk-memory \
  -Wl,--shared-memory -Wl,--max-memory=4294967296
compile src/apps/hosted-page/corners kernels kernels -msimd128
compile src/apps/hosted-page/corners kernels kernels-fused -msimd128 -mrelaxed-simd
