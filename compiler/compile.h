/*
 * The compiler for other programs, such as an engine's editor: source text in, a blob and diagnostics out. Installed as
 * <htnc/compile.h>; link with libhtnc. Unlike all other headers of the compiler, this one stays the same.
 *
 *     htnc_job job = {sizeof job};
 *     void *blob;
 *     size_t size;
 *     job.path = "guard.htn";
 *     job.hear = show_in_the_editor;
 *     if (htnc_build(&job, &blob, &size) == HTNC_BUILT)
 *         use(blob, size);
 *     htnc_free_blob(blob);
 *
 * It prints nothing, never exits and keeps no state between calls, so several threads may compile at once.
 */
#ifndef HTNC_COMPILE_H
#define HTNC_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As HTN_API of <htn/api.h>, with HTNC_BUILDS_DLL and HTNC_USES_DLL. */
#if defined(HTNC_API)
/* the program has its own */
#elif defined(_WIN32) && defined(HTNC_BUILDS_DLL)
#define HTNC_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HTNC_USES_DLL)
#define HTNC_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(__GNUC__)
#define HTNC_API __attribute__((visibility("default")))
#else
#define HTNC_API
#endif

typedef enum htnc_severity { HTNC_NOTE = 10, HTNC_WARNING = 20, HTNC_ERROR = 30, HTNC_FIX = 40 } htnc_severity;

/*
 * Something to tell the author. Notes and fixes follow the error or warning that they belong to. A fix is the one obvious
 * mend: put `text` in place of what stands from line and column to end_line and end_column (nothing, if both are the same).
 */
typedef struct htnc_message {
    htnc_severity severity;
    /* "unknown-task", as in docs/diagnostics.md; of a note or a fix, that of its error or warning. */
    const char *id;
    const char *text;
    /* The file as it was asked for. NULL: no place, and the numbers below are 0. */
    const char *path;
    /* From 1. Columns count bytes of UTF-8. The end is behind the last byte. */
    uint32_t line, column;
    uint32_t end_line, end_column;
} htnc_message;

/*
 * Finds the text of the file `path`: that of the job, or one that another file imports. Imports are relative to the folder of
 * the file that imports. True: `*text` has `*size` bytes, which stay there until htnc_build() returns. False: there is no such
 * file.
 */
typedef bool htnc_find_text(void *user, const char *path, const char **text, size_t *size);

/* Called for each message, in the order in which they were found. The message is gone when this returns. */
typedef void htnc_hear(void *user, const htnc_message *message);

/* What to compile. All zero but `size` and `path`: read from the file system, tell nobody. */
typedef struct htnc_job {
    size_t size;                 /* of this struct: what a later version adds counts as zero */
    const char *path;            /* of the main file */
    htnc_find_text *find;        /* NULL: files are read from the file system */
    htnc_hear *hear;             /* NULL: messages are dropped */
    void *user;                  /* passed to both */
    const char *const *switches; /* -W switches without the -W: "error", "no-unused-task" */
    size_t switch_count;
    bool no_debug; /* without the sections that `htn explain` and traces use */
} htnc_job;

typedef enum htnc_outcome {
    HTNC_BUILT = 0,        /* there is a blob; there may have been warnings */
    HTNC_REJECTED = 10,    /* there were errors */
    HTNC_UNREADABLE = 20,  /* the main file cannot be read; a message says why */
    HTNC_NO_MEMORY = 30,   /* memory has run out */
    HTNC_BAD_SWITCH = 40,  /* no warning has this name; a message says which */
    HTNC_BAD_ARGUMENT = 50 /* something is NULL, or job->size is that of no version */
} htnc_outcome;

/*
 * Compiles. HTNC_BUILT: `*blob` is what htn_domain_load() takes, of `*size` bytes, aligned to 8; it belongs to the caller, who
 * gives it back with htnc_free_blob(). Otherwise `*blob` is NULL. The blob is the same as that of `htn compile`.
 */
HTNC_API htnc_outcome htnc_build(const htnc_job *job, void **blob, size_t *size);

/* NULL is allowed. */
HTNC_API void htnc_free_blob(void *blob);

/* HTN_VERSION (htn/version.h) of the library. */
HTNC_API uint32_t htnc_version(void);

#ifdef __cplusplus
}
#endif

#endif
