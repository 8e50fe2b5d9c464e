# SPDX-License-Identifier: Apache-2.0
# Kokkos and Kokkos Kernels in ${PLISSE_DEPS}: from Debian's source package (default) or from a released tag.
# Sourced by tools/setup.

# One word for version, compiler, CPU and flags: a prefix built for another CPU is never picked up.
kokkos_key() {
  local version=$1 native=$2 cuda=$3 facts
  facts="$(c++ --version | head -n 1) openmp serial openblas"
  [ "$cuda" = 1 ] && facts="$facts $(nvcc --version | tail -n 1)"
  [ "$native" = 1 ] && facts="$facts $(c++ -march=native -Q --help=target 2>/dev/null | grep -E 'march=|mtune=|enabled' | sort)"
  echo "kokkos-$version-$([ "$cuda" = 1 ] && echo cuda-)$([ "$native" = 1 ] && echo native || echo portable)-$(echo "$facts" | sha256sum | cut -c1-10)"
}

# Debian's trilinos source package, through an apt configuration of its own: the system's sources stay as they are.
fetch_kokkos_from_debian() {
  local into=$1 uri keyring trusted=
  mkdir -p "$into/lists/partial" "$into/cache/archives/partial"
  uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' 2>/dev/null | head -n 1)
  [ -n "$uri" ] || uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | head -n 1)
  [ -n "$uri" ] || fail "apt knows no package archive; run 'apt-get update' once"
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -e "$keyring" ] && trusted="[signed-by=$keyring]"
  echo "deb-src $trusted $uri bookworm main" > "$into/sources.list"
  local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$into/sources.list" -o Dir::Etc::sourceparts=/dev/null
             -o "Dir::State::Lists=$into/lists" -o "Dir::Cache=$into/cache" -o APT::Sandbox::User=)
  (cd "$into" && "${apt[@]}" update && "${apt[@]}" source --download-only trilinos=13.2.0-4) ||
    fail "could not download the source package 'trilinos'; set Kokkos_ROOT to a Kokkos of your own, or use tools/setup --kokkos TAG"
  tar -xzf "$into"/trilinos_13.2.0.orig.tar.gz -C "$into" --wildcards --strip-components=2 '*/packages/kokkos' '*/packages/kokkos-kernels'
}

fetch_kokkos_from_tag() {
  local into=$1 tag=$2 name
  for name in kokkos kokkos-kernels; do
    git clone -q --depth 1 --branch "$tag" "https://github.com/kokkos/$name.git" "$into/$name" ||
      fail "could not clone $name at tag $tag (is the tag right, and is there internet?)"
  done
}

compile_kokkos() {
  local source=$1 prefix=$2 native=$3 cuda=$4 flags= kokkos=() kernels=()
  [ "$native" = 1 ] && flags="-march=native"
  if [ "$cuda" = 1 ]; then  # of Kokkos Kernels gemm alone is used
    kokkos=(-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_HOPPER90=ON)
    kernels=(-DKokkosKernels_ENABLE_TPL_CUBLAS=ON -DKokkosKernels_ENABLE_TPL_CUSPARSE=OFF -DKokkosKernels_ENABLE_TPL_CUSOLVER=OFF
             -DKokkosKernels_ENABLE_ALL_COMPONENTS=OFF -DKokkosKernels_ENABLE_COMPONENT_BLAS=ON)
  fi
  local common=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_CXX_STANDARD=20 -DCMAKE_CXX_FLAGS="$flags"
                -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_INSTALL_MESSAGE=NEVER)
  cmake -S "$source/kokkos" -B "$source/build-kokkos" "${common[@]}" -DKokkos_ENABLE_OPENMP=ON -DKokkos_ENABLE_SERIAL=ON -DKokkos_CXX_STANDARD=20 \
        "${kokkos[@]}" &&
  cmake --build "$source/build-kokkos" --target install &&
  cmake -S "$source/kokkos-kernels" -B "$source/build-kernels" "${common[@]}" -DKokkos_ROOT="$prefix" -DKokkosKernels_ENABLE_TPL_BLAS=ON \
        -DKokkosKernels_ADD_DEFAULT_ETI=OFF -DKokkosKernels_INST_DOUBLE=OFF -DKokkosKernels_INST_LAYOUTLEFT=OFF "${kernels[@]}" &&
  cmake --build "$source/build-kernels" --target install
}

build_kokkos() {
  local native=$1 tag=$2 cuda=$3 version=${2:-3.4.1} prefix log current=current
  [ "$cuda" = 1 ] && current=current-cuda
  if [ -n "${Kokkos_ROOT:-}" ]; then say "Kokkos: using Kokkos_ROOT=$Kokkos_ROOT"; return; fi
  prefix="$plisse_deps/$(kokkos_key "$version" "$native" "$cuda")"
  if [ ! -e "$prefix/.complete" ]; then
    say "Kokkos: building $version in $prefix"
    mkdir -p "$plisse_deps"
    work=$(mktemp -d "$plisse_deps/work.XXXXXX"); log="$plisse_deps/build.log"
    trap 'rm -rf "$work"' EXIT
    if [ -n "$tag" ]; then fetch_kokkos_from_tag "$work" "$tag"; else fetch_kokkos_from_debian "$work"; fi
    rm -rf "$prefix"
    compile_kokkos "$work" "$prefix" "$native" "$cuda" > "$log" 2>&1 || { tail -n 20 "$log" >&2; fail "Kokkos did not build; the log is $log"; }
    touch "$prefix/.complete"
  else
    say "Kokkos: $version is there"
  fi
  ln -sfn "$(basename "$prefix")" "$plisse_deps/$current"
}
