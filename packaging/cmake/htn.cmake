# htn_add_domain(): domains that are compiled when a game is built. Read by CMakeLists.txt and by htn-config.cmake.

# htn_find_tool(VARIABLE): the tool that runs on this machine. HTN_TOOL, if it is set; else the one that is installed beside this file,
# unless that is for another machine; else one in PATH; else one that is built. The last is so only inside the sources.
function(htn_find_tool variable)
    get_property(htn_bin GLOBAL PROPERTY htn_bin)
    if(NOT HTN_TOOL AND htn_bin AND NOT CMAKE_CROSSCOMPILING)
        find_program(HTN_TOOL NAMES htn PATHS "${htn_bin}" NO_DEFAULT_PATH DOC "the tool `htn` of this machine, which compiles domains")
    endif()
    get_property(sources GLOBAL PROPERTY htn_sources)
    if(NOT HTN_TOOL)
        find_program(htn_in_path NAMES htn NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
        if(htn_in_path)
            execute_process(COMMAND "${htn_in_path}" --version OUTPUT_VARIABLE said ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
            htn_version_wanted(wanted)
            if(said STREQUAL "htn ${wanted}")
                set(HTN_TOOL "${htn_in_path}" CACHE FILEPATH "the tool `htn` of this machine, which compiles domains")
            endif()
        endif()
    endif()
    if(HTN_TOOL)
        htn_version_wanted(wanted)
        execute_process(COMMAND "${HTN_TOOL}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(NOT status EQUAL 0)
            message(FATAL_ERROR "htn: the tool ${HTN_TOOL} does not run here (${said}${status}). HTN_TOOL must be a program of this machine, whatever is built.")
        elseif(NOT said STREQUAL "htn ${wanted}")
            message(FATAL_ERROR "htn: the tool ${HTN_TOOL} is `${said}`, and the runtime is `htn ${wanted}`. Both must be of one version: set HTN_TOOL to another one.")
        endif()
        set(${variable} "${HTN_TOOL}" PARENT_SCOPE)
    elseif(sources)
        htn_build_tool("${sources}")
        get_property(tool GLOBAL PROPERTY htn_built_tool)
        set(${variable} "${tool}" PARENT_SCOPE)
    else()
        message(FATAL_ERROR "htn: there is no tool `htn` that compiles domains. Install htn for this machine, or set HTN_TOOL to the tool.")
    endif()
endfunction()

# The version of the runtime, as `htn --version` says it.
function(htn_version_wanted variable)
    get_property(header GLOBAL PROPERTY htn_version_header)
    file(STRINGS "${header}" line REGEX "^#define HTN_VERSION_TEXT ")
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" text "${line}")
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The target htn_tool: the Makefile builds the tool. CC and the like are of the game, and are not passed on.
function(htn_build_tool sources)
    if(TARGET htn_tool)
        return()
    endif()
    find_program(HTN_MAKE NAMES gmake make NO_CMAKE_FIND_ROOT_PATH)
    foreach(program IN ITEMS flex bison)
        find_program(htn_${program} NAMES ${program} NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
    endforeach()
    if(NOT HTN_MAKE OR NOT htn_flex OR NOT htn_bison)
        message(FATAL_ERROR "htn: there is no tool `htn` in PATH, and it cannot be built here: that needs make, flex, bison, cJSON and utf8proc "
            "(docs/embedding.md). Install them, or set HTN_TOOL to the tool.")
    endif()
    cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
    set(folder "${CMAKE_BINARY_DIR}/htn-tool")
    file(GLOB_RECURSE all CONFIGURE_DEPENDS "${sources}/base/*.[ch]" "${sources}/runtime/*.[ch]" "${sources}/compiler/*.[ch]" "${sources}/cli/*.[ch]")
    add_custom_command(OUTPUT "${folder}/htn" DEPENDS ${all}
        COMMAND ${CMAKE_COMMAND} -E env --unset=CC --unset=CFLAGS --unset=LDFLAGS --unset=AR --unset=MAKEFLAGS --unset=MFLAGS --unset=VARIANT
            "${HTN_MAKE}" -s "-j${processors}" -C "${sources}" "BUILD=${folder}" "${folder}/htn"
        COMMENT "Building the tool htn, for this machine" VERBATIM)
    add_custom_target(htn_tool DEPENDS "${folder}/htn")
    set_property(GLOBAL PROPERTY htn_built_tool "${folder}/htn")
endfunction()

# htn_add_domain(TARGET SOURCE.htn [NAME name] [NATIVE] [NO_DEBUG] [BLOB file] [CONSTANTS language file ...] [OPTIONS option...])
#
# Compiles SOURCE.htn into ${CMAKE_CURRENT_BINARY_DIR}/htn/TARGET: NAME.htnb, and NAME.h, which TARGET can include. NAME is SOURCE without
# `.htn`. TARGET is linked with htn::htn. The blob is made again when the source or a file that it imports changes; where the header stays
# the same, nothing that includes it is compiled again.
#
# NATIVE     also compiles the domain as C into TARGET: its C part needs the language C, which project() must have
# NO_DEBUG   leaves out what `htn explain` and traces use
# BLOB       where the blob goes instead, such as a folder of the game's data
# CONSTANTS  more files of constants: `CONSTANTS cs Ids.cs lua ids.lua`, as `htn compile --cs Ids.cs --lua ids.lua`
# OPTIONS    other options of `htn compile`, such as -Werror
#
# The properties HTN_BLOBS and HTN_HEADERS of TARGET list what was made.
function(htn_add_domain target source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "NATIVE;NO_DEBUG" "NAME;BLOB" "CONSTANTS;OPTIONS")
    if(NOT TARGET ${target})
        message(FATAL_ERROR "htn_add_domain: there is no target `${target}`; add_executable() or add_library() comes first")
    elseif(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "htn_add_domain: `${arg_UNPARSED_ARGUMENTS}` is none of NAME, NATIVE, NO_DEBUG, BLOB, CONSTANTS and OPTIONS; one call adds one domain")
    endif()
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    get_filename_component(ending "${source}" LAST_EXT)
    if(NOT ending STREQUAL ".htn")
        message(FATAL_ERROR "htn_add_domain: `${source}` is not named as a domain is, NAME.htn")
    elseif(NOT EXISTS "${source}")
        message(FATAL_ERROR "htn_add_domain: there is no file `${source}`")
    endif()
    get_filename_component(name "${source}" NAME_WLE)
    if(arg_NAME)
        set(name "${arg_NAME}")
    endif()
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/htn/${target}")
    file(MAKE_DIRECTORY "${folder}")
    set(blob "${folder}/${name}.htnb")
    if(arg_BLOB)
        get_filename_component(blob "${arg_BLOB}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    set(options --header "${folder}/${name}.h" --depfile "${folder}/${name}.d" --color never)
    set(kept "${folder}/${name}.h")
    if(arg_NATIVE)
        list(APPEND options --emit-c "${folder}/${name}_htn.c")
        list(APPEND kept "${folder}/${name}_htn.c")
        set_source_files_properties("${folder}/${name}_htn.c" PROPERTIES GENERATED TRUE LANGUAGE C)
        target_sources(${target} PRIVATE "${folder}/${name}_htn.c")
    endif()
    if(arg_NO_DEBUG)
        list(APPEND options --no-debug)
    endif()
    while(arg_CONSTANTS)
        list(POP_FRONT arg_CONSTANTS language file)
        if(NOT file)
            message(FATAL_ERROR "htn_add_domain: CONSTANTS takes pairs: a language and a file")
        endif()
        get_filename_component(file "${file}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
        list(APPEND options --${language} "${file}")
        list(APPEND kept "${file}")
    endwhile()
    htn_find_tool(tool)

    # The blob is always written, the other files only when something in them changes. So the blob is what rules depend on.
    add_custom_command(OUTPUT "${blob}" BYPRODUCTS ${kept} DEPENDS "${source}" "${tool}" DEPFILE "${folder}/${name}.d"
        COMMAND "${tool}" compile "${source}" -o "${blob}" ${options} ${arg_OPTIONS}
        COMMENT "Compiling the domain ${name}" VERBATIM)
    string(MAKE_C_IDENTIFIER "htn_${target}_${name}" made)
    add_custom_target(${made} DEPENDS "${blob}")
    if(TARGET htn_tool)
        add_dependencies(${made} htn_tool)
    endif()
    add_dependencies(${target} ${made})
    target_include_directories(${target} PRIVATE "${folder}")
    target_link_libraries(${target} PRIVATE htn::htn)
    set_property(TARGET ${target} APPEND PROPERTY HTN_BLOBS "${blob}")
    set_property(TARGET ${target} APPEND PROPERTY HTN_HEADERS "${folder}/${name}.h")
endfunction()

if(htn_include) # installed
    set_property(GLOBAL PROPERTY htn_bin "${htn_bin}")
    set_property(GLOBAL PROPERTY htn_version_header "${htn_include}/htn/version.h")
else()
    set_property(GLOBAL PROPERTY htn_version_header "${CMAKE_CURRENT_SOURCE_DIR}/runtime/include/htn/version.h")
    set_property(GLOBAL PROPERTY htn_sources "${CMAKE_CURRENT_SOURCE_DIR}")
endif()
