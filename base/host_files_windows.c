/*
 * Files of Windows; see host_files.h. Paths become UTF-16. A long one is made absolute and gets the prefix `\\?\`, without which Windows
 * takes no more than 260 characters.
 */
#if defined(_WIN32)
#include "base/host_files.h"

#include "base/text.h"
#include "base/wall.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <shellapi.h>

struct base_folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool is_taken; /* the name in `found` was handed out */
    char *name;
};

/* --- Texts ---------------------------------------------------------------------------------------- */

/* malloc'ed. What is no UTF-8 is read as the machine's code page. */
static wchar_t *wide_of(const char *text)
{
    UINT page = CP_UTF8;
    DWORD flags = MB_ERR_INVALID_CHARS;
    int count = MultiByteToWideChar(page, flags, text, -1, NULL, 0);
    if (count == 0) {
        page = CP_ACP;
        flags = 0;
        count = MultiByteToWideChar(page, flags, text, -1, NULL, 0);
    }
    wchar_t *wide = base_allocate((size_t)(count + 1) * sizeof *wide);
    wide[0] = L'\0';
    MultiByteToWideChar(page, flags, text, -1, wide, count);
    return wide;
}

static char *utf8_of(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = base_allocate((size_t)size + 1);
    text[0] = '\0';
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

static wchar_t *wide_path(const char *path)
{
    static const wchar_t prefix[] = L"\\\\?\\";
    enum { LONG = 240, PREFIX = 4 };
    wchar_t *wide = wide_of(path);
    for (wchar_t *at = wide; *at != L'\0'; at++)
        if (*at == L'/')
            *at = L'\\';
    const DWORD count = GetFullPathNameW(wide, 0, NULL, NULL); /* a short one may be in a deep folder */
    if (count < LONG || wcsncmp(wide, L"\\\\", 2) == 0)
        return wide;
    wchar_t *full = base_allocate((PREFIX + count + 1) * sizeof *full);
    wcscpy(full, prefix);
    GetFullPathNameW(wide, count + 1, full + PREFIX, NULL);
    free(wide);
    return full;
}

void base_use_slashes(char *path)
{
    for (; *path != '\0'; path++)
        if (*path == '\\')
            *path = '/';
}

/* --- Files ---------------------------------------------------------------------------------------- */

static HANDLE open_to_look(const wchar_t *path)
{
    return CreateFileW(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool base_is_outside(const char *path)
{
    return base_wall_bars(path, &(base_wall_host){base_real_path, base_is_link, base_name_in});
}

static uint64_t joined(DWORD high, DWORD low)
{
    return (uint64_t)high << 32 | low;
}

static base_file_kind kind_of(HANDLE file, const BY_HANDLE_FILE_INFORMATION *information)
{
    switch (GetFileType(file)) {
    case FILE_TYPE_DISK:
        return information->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? BASE_FOLDER : BASE_REGULAR_FILE;
    case FILE_TYPE_PIPE: return BASE_PIPE;
    default: return BASE_OTHER_FILE;
    }
}

static base_file_facts facts_of(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION information = {0};
    const bool known = GetFileInformationByHandle(file, &information);
    return (base_file_facts){
        .kind = kind_of(file, &information),
        .size = joined(information.nFileSizeHigh, information.nFileSizeLow),
        .modified = joined(information.ftLastWriteTime.dwHighDateTime, information.ftLastWriteTime.dwLowDateTime),
        .identity = {information.dwVolumeSerialNumber, joined(information.nFileIndexHigh, information.nFileIndexLow)},
        .is_identified = known,
    };
}

bool base_look_at_standard_input(base_file_facts *facts)
{
    const HANDLE file = GetStdHandle(STD_INPUT_HANDLE); /* not ours: it stays open */
    *facts = (base_file_facts){.kind = BASE_NO_FILE};
    if (file == INVALID_HANDLE_VALUE || file == NULL)
        return false;
    *facts = facts_of(file);
    return true;
}

bool base_look_at_file(const char *path, base_file_facts *facts)
{
    *facts = (base_file_facts){.kind = BASE_NO_FILE};
    if (base_is_outside(path))
        return false;
    wchar_t *wide = wide_path(path);
    const HANDLE file = open_to_look(wide);
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    *facts = facts_of(file);
    CloseHandle(file);
    return true;
}

bool base_is_link(const char *path)
{
    wchar_t *wide = wide_path(path);
    const DWORD attributes = GetFileAttributesW(wide);
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

const char *base_name_in(const char *path)
{
    const char *const first = path, *name = path;
    for (; *path != '\0'; path++)
        if (*path == '/' || *path == '\\' ||
            (*path == ':' && path == first + 1)) /* `D:file` is in the folder of drive D */
            name = path + 1;
    return name;
}

FILE *base_open_file(const char *path, const char *mode)
{
    if (base_is_outside(path))
        return NULL;
    wchar_t *wide = wide_path(path), *how = wide_of(mode);
    base_file_facts facts;
    const bool fresh = strchr(mode, 'x') != NULL; /* the C library of Windows does not know it */
    FILE *file = NULL;
    if (fresh) {
        const int descriptor = _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, 0600);
        file = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
    } else {
        file = _wfopen(wide, how);
    }
    const int reason = errno;
    free(wide);
    free(how);
    if (file == NULL)
        errno = reason == EACCES && base_look_at_file(path, &facts) && facts.kind == BASE_FOLDER ? EISDIR : reason;
    return file;
}

/* tmpfile() wants to write into the root of the drive. */
FILE *base_temporary_file(void)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH];
    if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"htn", 0, path) == 0) {
        errno = ENOENT;
        return NULL;
    }
    return _wfopen(path, L"w+bTD");
}

static int reason_of_host(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: return ENOENT;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    default: return EACCES;
    }
}

bool base_replace_file(const char *from, const char *to)
{
    if (base_is_outside(from) || base_is_outside(to))
        return false;
    wchar_t *old = wide_path(from), *new = wide_path(to);
    const bool done = MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING);
    if (!done)
        errno = reason_of_host();
    free(old);
    free(new);
    return done;
}

bool base_remove_file(const char *path)
{
    if (base_is_outside(path))
        return false;
    wchar_t *wide = wide_path(path);
    const bool done = DeleteFileW(wide);
    if (!done)
        errno = reason_of_host();
    free(wide);
    return done;
}

char *base_program_path(void)
{
    enum { LONGEST = 32768 };
    wchar_t *wide = base_allocate(LONGEST * sizeof *wide);
    const DWORD count = GetModuleFileNameW(NULL, wide, LONGEST);
    char *path = count > 0 && count < LONGEST ? utf8_of(wide) : NULL;
    if (path != NULL)
        base_use_slashes(path);
    free(wide);
    return path;
}

char *base_real_path(const char *path)
{
    wchar_t *wide = wide_path(path);
    const HANDLE file = open_to_look(wide);
    char *found = NULL;
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    const DWORD count = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    if (count > 0) {
        wchar_t *full = base_allocate((count + 1) * sizeof *full);
        GetFinalPathNameByHandleW(file, full, count + 1, FILE_NAME_NORMALIZED);
        const bool is_share = wcsncmp(full, L"\\\\?\\UNC\\", 8) == 0, has_prefix = wcsncmp(full, L"\\\\?\\", 4) == 0;
        found = utf8_of(full + (is_share ? 6 : has_prefix ? 4 : 0));
        base_use_slashes(found);
        if (is_share)
            found[0] = '/';
        free(full);
    }
    CloseHandle(file);
    return found;
}

/* --- Folders -------------------------------------------------------------------------------------- */

bool base_make_folder(const char *path)
{
    if (base_is_outside(path))
        return false;
    wchar_t *wide = wide_path(path);
    const bool done = CreateDirectoryW(wide, NULL);
    if (!done)
        errno = reason_of_host();
    free(wide);
    return done;
}

bool base_remove_folder(const char *path)
{
    if (base_is_outside(path))
        return false;
    wchar_t *wide = wide_path(path);
    const bool done = RemoveDirectoryW(wide);
    if (!done)
        errno = reason_of_host();
    free(wide);
    return done;
}

bool base_enter_folder(const char *path)
{
    wchar_t *wide = wide_path(path);
    const bool done = SetCurrentDirectoryW(wide);
    free(wide);
    return done;
}

base_folder *base_open_folder(const char *path)
{
    if (base_is_outside(path))
        return NULL;
    base_text pattern = {0};
    base_text_add(&pattern, "%s/*", path);
    wchar_t *wide = wide_path(base_text_of(&pattern));
    base_folder *folder = base_allocate(sizeof *folder);
    *folder = (base_folder){.name = NULL};
    folder->search = FindFirstFileW(wide, &folder->found);
    free(wide);
    base_text_free(&pattern);
    if (folder->search != INVALID_HANDLE_VALUE)
        return folder;
    free(folder);
    return NULL;
}

const char *base_next_in_folder(base_folder *folder)
{
    if (folder->is_taken && !FindNextFileW(folder->search, &folder->found))
        return NULL;
    folder->is_taken = true;
    free(folder->name);
    folder->name = utf8_of(folder->found.cFileName);
    return folder->name;
}

void base_close_folder(base_folder *folder)
{
    FindClose(folder->search);
    free(folder->name);
    free(folder);
}

/* --- The program ---------------------------------------------------------------------------------- */

char **base_arguments(int *argc, char **argv)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (wide == NULL)
        return argv;
    char **texts = base_allocate((size_t)(count + 1) * sizeof *texts);
    for (int i = 0; i < count; i++)
        texts[i] = utf8_of(wide[i]);
    texts[count] = NULL;
    LocalFree(wide);
    *argc = count;
    return texts;
}

#endif
