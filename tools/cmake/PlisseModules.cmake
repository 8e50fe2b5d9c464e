# SPDX-License-Identifier: Apache-2.0
# plisse_module: the library of one folder.   plisse_components: registration of every component header of a folder.

add_library(plisse_options INTERFACE)
target_include_directories(plisse_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(plisse_options INTERFACE $<$<BOOL:${PLISSE_EMULATE_GPU}>:PLISSE_EMULATE_GPU>)
target_compile_options(plisse_options INTERFACE -Wall -Wextra -Wshadow=local -Wno-unknown-pragmas
  -fno-math-errno -ffp-contract=fast
  $<$<BOOL:${PLISSE_NATIVE}>:-march=native>
  $<$<BOOL:${PLISSE_WERROR}>:-Werror>
  $<$<BOOL:${PLISSE_SANITIZE}>:-fsanitize=address,undefined;-fno-sanitize-recover=undefined;-fno-omit-frame-pointer>)
target_link_options(plisse_options INTERFACE $<$<BOOL:${PLISSE_SANITIZE}>:-fsanitize=address,undefined>)

# plisse_module(folder [HOST] [OBJECT] [DEPENDS other/folder...] [LIBRARIES target...])
# HOST folders do not see Kokkos.  OBJECT folders hold registered components, which a static library would drop: link them to a program
# directly.  A folder without .cpp files becomes a header-only library.
function(plisse_module folder)
  cmake_parse_arguments(arg "HOST;OBJECT" "" "DEPENDS;LIBRARIES" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  set(libraries plisse_options ${arg_LIBRARIES})
  if(NOT arg_HOST)
    list(APPEND libraries Kokkos::kokkos Kokkos::kokkoskernels)
  endif()
  foreach(dependency IN LISTS arg_DEPENDS)
    string(REPLACE "/" "_" dependency ${dependency})
    list(APPEND libraries ${dependency})
  endforeach()
  if(sources)
    set(type STATIC)
    if(arg_OBJECT)
      set(type OBJECT)
    endif()
    add_library(${name} ${type} ${sources})
    target_link_libraries(${name} PUBLIC ${libraries})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${libraries})
  endif()
endfunction()

# plisse_components(target kind folder): for each header of the folder that holds the line
#   PLISSE_COMPONENT(class_template)
# one generated source registers that class template under the registry kind.  A new header is a new component.
# nvcc takes the sources of a kind together: reading Kokkos costs it more than all the rest.
function(plisse_components target kind folder)
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${folder}/*.hpp)
  foreach(header IN LISTS headers)
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} declaration REGEX "^PLISSE_COMPONENT\\(")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    if(declaration)
      string(REGEX REPLACE "^PLISSE_COMPONENT\\(([A-Za-z0-9_:]+)\\).*" "\\1" class "${declaration}")
      get_filename_component(stem ${header} NAME_WE)
      set(generated ${CMAKE_CURRENT_BINARY_DIR}/components/${kind}_${stem}.cpp)
      configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/component.cpp.in ${generated} @ONLY)
      target_sources(${target} PRIVATE ${generated})
      set_source_files_properties(${generated} PROPERTIES UNITY_GROUP ${kind})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PLISSE_CUDA} UNITY_BUILD_MODE GROUP)
endfunction()
