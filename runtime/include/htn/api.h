/*
 * HTN_API marks what a game may call. Everything else is hidden in a shared library. Compile
 *
 *     the library, if it becomes a DLL              with HTN_BUILDS_DLL
 *     a game that uses that DLL                     with HTN_USES_DLL
 *     anything else                                 with neither
 *
 * A game may define HTN_API itself, to export the runtime from a library of its own, or to hide it there.
 */
#ifndef HTN_API_H
#define HTN_API_H

#if defined(HTN_API)
/* the game has its own */
#elif defined(_WIN32) && defined(HTN_BUILDS_DLL)
#define HTN_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HTN_USES_DLL)
#define HTN_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(__GNUC__)
#define HTN_API __attribute__((visibility("default"))) /* ELF, Mach-O, WebAssembly */
#else
#define HTN_API
#endif

#endif
