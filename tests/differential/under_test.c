/* Sets up the system under test for one domain; see under_test.h. */
#include "under_test.h"
#include "base/diagnostic_print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct one_file {
    const char *path, *text;
} one_file;

void *subject_memory(size_t size)
{
    void *memory = malloc(size ? size : 1);

    if (!memory) {
        fprintf(stderr, "differential: out of memory\n");
        exit(2);
    }
    return memory;
}

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const one_file *file = user;

    if (strcmp(path, file->path) != 0)
        return "No such file";
    *length = strlen(file->text);
    *text = subject_memory(*length + 1);
    memcpy(*text, file->text, *length + 1);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static bool compile(subject_state *subject, const char *path, const char *text, bool no_debug)
{
    one_file file = {path, text};
    const base_reader reader = {read_text, release_text, &file, NULL};
    htnc_options options = {0};

    options.workspace.reader = text ? &reader : NULL;
    options.no_debug = no_debug;
    subject->result = htnc_compile(&subject->compilation, path, &options);
    return subject->result == BASE_DONE;
}

void subject_understand(htnc_compilation *compilation, const char *text)
{
    one_file file = {"case.htn", text};
    const base_reader reader = {read_text, release_text, &file, NULL};
    htnc_options options = {0};

    options.workspace.reader = &reader;
    options.check_only = true;
    htnc_compile(compilation, file.path, &options);
}

void subject_diagnostics(subject_state *subject, char *text, size_t size)
{
    FILE *file = tmpfile();
    size_t length = 0;

    if (file) {
        base_diagnostics_print(&subject->compilation.workspace.diagnostics, file, false);
        rewind(file);
        length = fread(text, 1, size - 1, file);
        fclose(file);
    }
    text[length] = 0;
}

static bool make_planner(subject_state *subject)
{
    size_t world_size = htn_world_bytes(&subject->domain);

    subject->world_memory = subject_memory(world_size);
    if (htn_world_init(&subject->world, &subject->domain, subject->world_memory, world_size) != HTN_OK)
        return false;
    subject->block_size = htn_planner_bytes(&subject->domain, &subject->limits);
    subject->block = subject_memory(subject->block_size);
    memset(subject->block, 0xA5, subject->block_size < 4096 ? subject->block_size : 4096);
    subject->answers.seed = 1;
    subject->answers.domain = &subject->domain;
    subject->answers.world = &subject->world;
    return htn_planner_init(&subject->planner, &subject->domain, &subject->limits, subject->block,
                            subject->block_size) == HTN_OK &&
           htn_planner_answer(subject->planner, answer_runtime, &subject->answers) == HTN_OK;
}

bool subject_open(subject_state *subject, const char *path, const char *text, bool no_debug, const htn_limits *limits,
                  char *problem, size_t size)
{
    htn_fault fault;

    memset(subject, 0, sizeof *subject);
    subject->limits = *limits;
    problem[0] = 0;
    if (!compile(subject, path, text, no_debug)) {
        int said = snprintf(problem, size, "compiling: result %d %s\n", (int)subject->result,
                            subject->compilation.workspace.problem ? subject->compilation.workspace.problem : "");

        if (subject->result == BASE_REJECTED)
            subject_diagnostics(subject, problem + said, size - (size_t)said);
        return false;
    }
    subject->blob = subject_memory(subject->compilation.blob_size);
    memcpy(subject->blob, subject->compilation.blob, subject->compilation.blob_size);
    if (htn_domain_load(&subject->domain, subject->blob, subject->compilation.blob_size, &fault) != HTN_OK) {
        snprintf(problem, size, "loading: %s, byte %u: %s\n", fault.section, (unsigned)fault.offset, fault.reason);
        return false;
    }
    if (!make_planner(subject)) {
        snprintf(problem, size, "making a world and a planner was refused\n");
        return false;
    }
    return true;
}

void subject_close(subject_state *subject)
{
    free(subject->blob);
    free(subject->world_memory);
    free(subject->block);
    htnc_free(&subject->compilation);
    memset(subject, 0, sizeof *subject);
}

bool subject_move(subject_state *subject)
{
    void *moved = subject_memory(subject->block_size);

    memcpy(moved, subject->block, subject->block_size);
    memset(subject->block, 0x5A, subject->block_size);
    free(subject->block);
    subject->block = moved;
    return htn_planner_attach(&subject->planner, &subject->domain, moved, subject->block_size) == HTN_OK &&
           htn_planner_answer(subject->planner, answer_runtime, &subject->answers) == HTN_OK;
}

static bool has_instruction(const subject_state *subject, uint8_t op)
{
    const htn_view *code = &subject->domain.sections[HTN_SECTION_CODE];
    uint32_t i;

    for (i = 0; i < code->count; i++)
        if (code->data[(size_t)i * (code->size / code->count)] == op)
            return true;
    return false;
}

bool subject_has_loops(const subject_state *subject)
{
    return has_instruction(subject, HTN_OP_NEXT_INSTANCE) || has_instruction(subject, HTN_OP_NEXT_FACT) ||
           has_instruction(subject, HTN_OP_EXPLORE) || has_instruction(subject, HTN_OP_PROPOSE);
}

bool subject_has_derived(const subject_state *subject)
{
    return has_instruction(subject, HTN_OP_DERIVE);
}

bool subject_has_groups(const subject_state *subject)
{
    return has_instruction(subject, HTN_OP_GROUP);
}

uint32_t subject_type(const subject_state *subject, const htnc_type *type)
{
    uint32_t count = htn_domain_count(&subject->domain, HTN_SECTION_TYPES), i;

    for (i = 0; i < count; i++) {
        uint32_t name = htn_domain_field(&subject->domain, HTN_SECTION_TYPES, i, HTN_TYPES_NAME);

        if (strcmp(htn_domain_text(&subject->domain, HTN_SECTION_STRINGS, name), type->name) == 0)
            return i;
    }
    return HTN_NONE;
}
