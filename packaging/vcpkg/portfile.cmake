# Not tested with vcpkg. The runtime only: the tool `htn` runs on the machine that builds (docs/building.md, HTN_TOOL).
vcpkg_from_git(OUT_SOURCE_PATH SOURCE_PATH URL "ADDRESS-OF-THE-SOURCES" REF "COMMIT-OF-THE-RELEASE")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_copy_pdbs()

# vcpkg has packages of CMake in share/. The package finds its folders from its own, which is then as deep as that of lib/cmake/htn less one.
file(MAKE_DIRECTORY "${CURRENT_PACKAGES_DIR}/share")
if(EXISTS "${CURRENT_PACKAGES_DIR}/lib/cmake/htn")
    file(READ "${CURRENT_PACKAGES_DIR}/lib/cmake/htn/htn-config.cmake" config)
    string(REPLACE "/../../.." "/../.." config "${config}")
    file(WRITE "${CURRENT_PACKAGES_DIR}/lib/cmake/htn/htn-config.cmake" "${config}")
    file(RENAME "${CURRENT_PACKAGES_DIR}/lib/cmake/htn" "${CURRENT_PACKAGES_DIR}/share/htn")
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake" "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
