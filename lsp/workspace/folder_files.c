/* Sources in folders, and their imports; see folder_files.h. */
#include "lsp/workspace/folder_files.h"

#include "base/host_files.h"
#include "base/reader.h"
#include "base/text.h"
#include "lsp/protocol/uri.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 5000, MOST_ENTRIES = 200000, DEEPEST_FOLDER = 16 };

/* --- Files ---------------------------------------------------------------------------------------- */

static void free_imports(lsp_file *file)
{
    for (size_t i = 0; i < file->import_count; i++)
        free(file->imports[i]);
    file->import_count = 0;
}

static void forget_files(lsp_folders *folders)
{
    for (size_t i = 0; i < folders->file_count; i++) {
        free_imports(&folders->files[i]);
        free(folders->files[i].imports);
        free(folders->files[i].path);
    }
    folders->file_count = 0;
}

static lsp_file *find(const lsp_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->file_count; i++)
        if (strcmp(folders->files[i].path, path) == 0)
            return &folders->files[i];
    return NULL;
}

const lsp_file *lsp_file_at(const lsp_folders *folders, const char *path)
{
    return find(folders, path);
}

static void add_file(lsp_folders *folders, const char *path)
{
    if (folders->file_count >= MOST_FILES || find(folders, path) != NULL)
        return;
    folders->files =
        base_grow_array(folders->files, folders->file_count, &folders->file_capacity, sizeof *folders->files);
    folders->files[folders->file_count++] = (lsp_file){.path = base_duplicate_text(path)};
}

uint64_t lsp_stamp_of(const lsp_documents *documents, const char *path)
{
    const lsp_document *open = lsp_document_at(documents, path);
    base_file_facts facts;
    if (open != NULL)
        return open->stamp << 1 | 1;
    if (!base_look_at_file(path, &facts))
        return 0;
    return ((facts.modified * 1000003u + facts.size * 31u) << 2 | 2); /* even, and never 0 */
}

/* --- Folders -------------------------------------------------------------------------------------- */

static bool is_source(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".htn") == 0;
}

static void scan_folder(lsp_folders *folders, const char *path, unsigned depth, unsigned *entries)
{
    base_folder *folder = depth < DEEPEST_FOLDER ? base_open_folder(path) : NULL;
    if (folder == NULL)
        return;
    for (const char *entry; (entry = base_next_in_folder(folder)) != NULL && *entries < MOST_ENTRIES; ++*entries) {
        base_file_facts facts;
        base_text name = {0};
        if (entry[0] == '.' || strcmp(entry, "node_modules") == 0)
            continue;
        base_text_add(&name, "%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/", entry);
        if (is_source(name.bytes))
            add_file(folders, name.bytes);
        else if (strchr(entry, '.') == NULL && base_look_at_file(name.bytes, &facts) && facts.kind == BASE_FOLDER)
            scan_folder(folders, name.bytes, depth + 1, entries);
        base_text_free(&name);
    }
    base_close_folder(folder);
}

void lsp_folders_scan(lsp_folders *folders)
{
    unsigned entries = 0;
    if (folders->scanned)
        return;
    folders->scanned = true;
    for (size_t i = 0; i < folders->root_count; i++)
        scan_folder(folders, folders->roots[i], 0, &entries);
}

void lsp_folders_forget(lsp_folders *folders)
{
    forget_files(folders);
    folders->scanned = false;
}

void lsp_folder_add(lsp_folders *folders, const char *path)
{
    if (*path == '\0')
        return;
    folders->roots =
        base_grow_array(folders->roots, folders->root_count, &folders->root_capacity, sizeof *folders->roots);
    folders->roots[folders->root_count++] = base_duplicate_text(path);
    lsp_folders_forget(folders);
}

void lsp_folder_remove(lsp_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->root_count; i++)
        if (strcmp(folders->roots[i], path) == 0) {
            free(folders->roots[i]);
            folders->roots[i] = folders->roots[--folders->root_count];
            lsp_folders_forget(folders);
            return;
        }
}

void lsp_folders_free(lsp_folders *folders)
{
    forget_files(folders);
    for (size_t i = 0; i < folders->root_count; i++)
        free(folders->roots[i]);
    free(folders->roots);
    free(folders->files);
    *folders = (lsp_folders){0};
}

/* --- Imports -------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

static bool is_wordy(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

/* Behind a comment or a string that begins here; NULL: none does. */
static const char *behind_text(const char *at)
{
    const char *end = NULL;
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*')
        end = strstr(at + 2, "*/");
    else if (at[0] != '"')
        return NULL;
    else
        return at + 1 + strcspn(at + 1, "\"\r\n") + (at[1 + strcspn(at + 1, "\"\r\n")] == '"');
    return end != NULL ? end + 2 : at + strlen(at);
}

static void add_import(lsp_file *file, const char *from, size_t length)
{
    const char *slash = strrchr(file->path, '/');
    const bool absolute = length > 0 && (from[0] == '/' || (length > 1 && from[1] == ':'));
    const int folder = slash == NULL || absolute ? 0 : (int)(slash - file->path + 1);
    base_text path = {0};
    base_text_add(&path, "%.*s%.*s", folder, file->path, (int)length, from);
    char *normal = base_duplicate_text(base_text_of(&path));
    base_text_free(&path);
    lsp_normalize_path(normal);
    file->imports = base_grow_array(file->imports, file->import_count, &file->import_capacity, sizeof *file->imports);
    file->imports[file->import_count++] = normal;
}

/* Finds `Import ["path"]`, and whether there is something that can be planned or played. */
static void read_imports(lsp_file *file, const char *text)
{
    free_imports(file);
    file->has_content = false;
    for (const char *at = text; *at != '\0';) {
        const char *behind = behind_text(at);
        if (behind != NULL) {
            at = behind;
            continue;
        }
        const char *word = at;
        while (is_wordy(*at))
            at++;
        const size_t length = (size_t)(at - word);
        if (length == 0) {
            at++;
            continue;
        }
        file->has_content |=
            (length == 8 && memcmp(word, "Compound", 8) == 0) || (length == 8 && memcmp(word, "Scenario", 8) == 0);
        const char *bracket = skip_blanks(at), *quote = *bracket == '[' ? skip_blanks(bracket + 1) : bracket;
        if (length == 6 && memcmp(word, "Import", 6) == 0 && *quote == '"')
            add_import(file, quote + 1, strcspn(quote + 1, "\"\r\n"));
    }
}

static void refresh_file(lsp_file *file, const lsp_documents *documents)
{
    const uint64_t stamp = lsp_stamp_of(documents, file->path);
    const lsp_document *open = lsp_document_at(documents, file->path);
    char *text = NULL;
    size_t length = 0;
    if (stamp == file->stamp)
        return;
    file->stamp = stamp;
    if (open != NULL) {
        read_imports(file, open->text);
    } else if (stamp != 0 && base_file_system.read(base_file_system.user, file->path, &text, &length) == NULL) {
        char *ended = base_allocate(length + 1);
        memcpy(ended, text, length);
        ended[length] = '\0';
        read_imports(file, ended);
        free(ended);
        base_file_system.release(base_file_system.user, text);
    } else {
        read_imports(file, "");
    }
}

void lsp_folders_refresh(lsp_folders *folders, const lsp_documents *documents)
{
    const bool disk = folders->disk_changed || !folders->scanned;
    lsp_folders_scan(folders);
    folders->disk_changed = false;
    for (const lsp_document *each = documents->first; each != NULL; each = each->next)
        add_file(folders, each->path);
    for (size_t i = 0; i < folders->file_count; i++)
        if (disk || folders->files[i].stamp % 2 == 1 || folders->files[i].stamp == 0 ||
            lsp_document_at(documents, folders->files[i].path) != NULL)
            refresh_file(&folders->files[i], documents);
}

/* `seen`: by index, the files that were looked at. */
static bool reaches(const lsp_folders *folders, const lsp_file *file, const char *path, bool *seen)
{
    if (file == NULL || seen[file - folders->files])
        return false;
    seen[file - folders->files] = true;
    for (size_t i = 0; i < file->import_count; i++)
        if (strcmp(file->imports[i], path) == 0 || reaches(folders, find(folders, file->imports[i]), path, seen))
            return true;
    return false;
}

bool lsp_file_reaches(const lsp_folders *folders, const lsp_file *file, const char *path)
{
    bool *seen = base_allocate(folders->file_count + 1);
    memset(seen, 0, folders->file_count + 1);
    const bool found = reaches(folders, file, path, seen);
    free(seen);
    return found;
}

bool lsp_file_is_imported(const lsp_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->file_count; i++)
        for (size_t k = 0; k < folders->files[i].import_count; k++)
            if (strcmp(folders->files[i].imports[k], path) == 0 && strcmp(folders->files[i].path, path) != 0)
                return true;
    return false;
}
