/*
 * A planner's block written to a file in the middle of a search, read by another process (this program
 * again, with --resume), attached there and gone on with: the same answer. Files in a folder of its own.
 */
#define _POSIX_C_SOURCE 200809L
#include "groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes, 1, size, file) == size;

    return file && fclose(file) == 0 && good;
}

static void *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    long length;

    *size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0) {
        rewind(file);
        bytes = subject_memory((size_t)length);
        *size = fread(bytes, 1, (size_t)length, file);
    }
    if (file)
        fclose(file);
    return bytes;
}

int resume_search(const char *blob_path, const char *block_path)
{
    static text_buffer answer;
    size_t blob_size, block_size;
    void *blob = read_whole(blob_path, &blob_size), *block = read_whole(block_path, &block_size);
    htn_status status = HTN_BAD_ARGUMENT;
    htn_planner *planner;
    htn_domain domain;
    answers_state answers = {.seed = 1, .domain = &domain}; /* the seed that the other process has */
    htn_plan plan;

    if (blob && block)
        status = htn_domain_load(&domain, blob, blob_size, NULL);
    if (status == HTN_OK)
        status = htn_planner_attach(&planner, &domain, block, block_size);
    if (status == HTN_OK)
        status = htn_planner_answer(planner, answer_runtime, &answers);
    if (status == HTN_OK) {
        status = htn_plan_step(planner, 0);
        htn_planner_plan(planner, &plan);
        describe_answer(&answer, &domain, status, &plan);
        fputs(answer.text, stdout);
    } else {
        puts(htn_status_text(status));
    }
    free(blob);
    free(block);
    return 0;
}

/* What the other process answers. */
static bool ask(const char *program, const char *blob_path, const char *block_path, text_buffer *answer)
{
    char command[2048];
    FILE *process;

    snprintf(command, sizeof command, "'%s' --resume '%s' '%s'", program, blob_path, block_path);
    answer->length = 0;
    process = popen(command, "r");
    if (!process)
        return false;
    answer->length = fread(answer->text, 1, sizeof answer->text - 1, process);
    answer->text[answer->length] = 0;
    return pclose(process) == 0;
}

/*
 * Searches for a while, saves the block, and goes on here and in the other process. True also where the
 * search ended too soon: then nothing is counted.
 */
static bool search_twice(match_state *match, const char *program, const char *folder, uint32_t *compared)
{
    static text_buffer here, there;
    htn_planner *planner = match->subject.planner;
    char block_path[256], blob_path[256];
    htn_request request = {0};
    htn_plan plan;
    htn_status status;

    if (htn_planner_running(planner, &plan) && dice_percent(&match->dice, 50)) {
        request.go_on = plan.partial != HTN_PARTIAL_NOT && dice_percent(&match->dice, 50);
        request.replan = !request.go_on;
    }
    if (htn_plan_begin(planner, &match->subject.world, &request) != HTN_OK)
        return false;
    status = htn_plan_step(planner, 1 + (dice_percent(&match->dice, 30) ? dice_below(&match->dice, 6) : 0));
    if (status != HTN_SUSPENDED)
        return true;
    snprintf(blob_path, sizeof blob_path, "%s/blob", folder);
    snprintf(block_path, sizeof block_path, "%s/block", folder);
    if (!write_file(blob_path, match->subject.blob, match->subject.domain.size) ||
        !write_file(block_path, match->subject.block, match->subject.block_size))
        return false;
    status = htn_plan_step(planner, 0);
    htn_planner_plan(planner, &plan);
    here.length = 0;
    describe_answer(&here, &match->subject.domain, status, &plan);
    if (status == HTN_OK)
        htn_planner_adopt(planner);
    ++*compared;
    if (ask(program, blob_path, block_path, &there) && strcmp(here.text, there.text) == 0)
        return true;
    printf("# %s: here:\n", match->path);
    print_comment(here.text);
    printf("# in the other process:\n");
    print_comment(there.text);
    return false;
}

bool group_other_process(const char *program, const char *path, uint32_t worlds, uint32_t *compared)
{
    static match_state match;
    char folder[] = "/tmp/htn-differential-XXXXXX", file[256], problem[4096];
    const htn_limits limits = {.steps = 64, .depth = 16};
    bool good = mkdtemp(folder) != NULL;
    uint32_t i;

    /* Searches that end at once are not compared: a few more worlds make up for them. */
    match.reference = reference_new();
    match.path = path;
    match.dice = dice_for(1, 5);
    if (good && subject_open(&match.subject, path, NULL, false, &limits, problem, sizeof problem) &&
        reference_use(match.reference, match.subject.compilation.model)) {
        match.twin.reference = match.reference;
        match.twin.subject = &match.subject;
        match.twin.runtime = &match.subject.world;
        good = world_begin(&match.twin);
        for (i = 0; good && i < 10 * worlds && *compared < worlds; i++)
            good = world_crowd(&match.twin, &match.dice) && world_change(&match.twin, &match.dice, 100) &&
                   search_twice(&match, program, folder, compared);
    } else {
        good = false;
    }
    subject_close(&match.subject);
    reference_free(match.reference);
    snprintf(file, sizeof file, "%s/blob", folder);
    remove(file);
    snprintf(file, sizeof file, "%s/block", folder);
    remove(file);
    rmdir(folder);
    return good && *compared > 0;
}
