# The CMake package: libraries, headers, TableGen files and tools, found by other projects with
# find_package(TPMLIR). Included last, when every tp_library exists.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/TPMLIR)

get_property(libraries GLOBAL PROPERTY TP_LIBRARIES)
install(TARGETS ${libraries} EXPORT TPMLIRTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tp-lsp-server tp-opt tp-run RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS TPPlugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tp ${PROJECT_BINARY_DIR}/include/tp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/lib/cmake/TPMLIRConfig.cmake.in ${PROJECT_BINARY_DIR}/TPMLIRConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TPMLIRConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/TPMLIRConfig.cmake ${PROJECT_BINARY_DIR}/TPMLIRConfigVersion.cmake
  DESTINATION ${package_dir})
install(EXPORT TPMLIRTargets NAMESPACE tp:: DESTINATION ${package_dir})
