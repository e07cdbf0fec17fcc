# tp_library(<name> <sources>... LINK <tp libraries>...): one library of the compiler, linked to
# the shared libMLIR and exported by the CMake package.
function(tp_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  # DISABLE_INSTALL: AddMLIR would otherwise export it with MLIR's own targets.
  add_mlir_library(${name} ${ARG_UNPARSED_ARGUMENTS}
    PARTIAL_SOURCES_INTENDED DISABLE_INSTALL EXCLUDE_FROM_LIBMLIR DEPENDS TPIncGen)
  mlir_target_link_libraries(${name} PUBLIC MLIRIR)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_include_directories(${name} SYSTEM INTERFACE $<INSTALL_INTERFACE:${MLIR_INCLUDE_DIRS}>)
  set_property(GLOBAL APPEND PROPERTY TP_LIBRARIES ${name})
endfunction()
