/* The shared part of name resolution; see hddl_resolver.h. */
#include "hddl/read/hddl_resolver.h"
#include <string.h>

enum { MOST_WORK = 1 << 26 };

bool hddl_spend(hddl_resolver *resolver, uint64_t work, base_span span)
{
    resolver->work += work;
    if (resolver->work <= MOST_WORK)
        return true;
    if (!resolver->too_large)
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, span, "the file is too large: checking stops here");
    resolver->too_large = true;
    return false;
}

const char *hddl_spelling(const hddl_resolver *resolver, const hddl_name *name)
{
    const hddl_word *word = name->word;
    const base_source *source = base_source_position(resolver->document->sources, name->span.begin).source;
    if (source == NULL || name->span.end - name->span.begin != word->length)
        return word->text;
    const char *written = source->text + (name->span.begin - source->base);
    return memcmp(written, word->text, word->length) == 0 ? word->text
                                                          : base_copy_text(resolver->arena, written, word->length);
}

bool hddl_declare(hddl_resolver *resolver, hddl_namespace space, const hddl_name *name, uint32_t index,
                  const char *what, base_span earlier)
{
    if (name->word->names[space] == 0) {
        name->word->names[space] = index + 1;
        return true;
    }
    base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, name->span,
                                        "the %s `%s` is declared twice", what, name->word->text);
    base_report_note(resolver->diagnostics, made, earlier, "first declared here");
    return false;
}

const char *hddl_meaning_of(const hddl_name *name)
{
    return hddl_index_of(name, HDDL_NAMES_ACTION) != HDDL_NONE      ? "an action"
           : hddl_index_of(name, HDDL_NAMES_TASK) != HDDL_NONE      ? "a task"
           : hddl_index_of(name, HDDL_NAMES_PREDICATE) != HDDL_NONE ? "a predicate"
           : hddl_index_of(name, HDDL_NAMES_METHOD) != HDDL_NONE    ? "a method"
           : hddl_index_of(name, HDDL_NAMES_FUNCTION) != HDDL_NONE  ? "a function"
           : hddl_index_of(name, HDDL_NAMES_TYPE) != HDDL_NONE      ? "a type"
                                                                    : NULL;
}

const char *hddl_suggest(hddl_resolver *resolver, const char *text, hddl_namespace space)
{
    const hddl_document *document = resolver->document;
    const char *nearest = NULL;
    if (resolver->diagnostics->errors > BASE_DEFAULT_LIMIT)
        return "";
    const char **names = base_alloc_array(resolver->arena, document->word_count, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; i < document->word_capacity; i++)
        if (document->words[i] != NULL && document->words[i]->names[space] != 0)
            names[count++] = document->words[i]->text;
    nearest = base_nearest(text, names, count);
    return nearest == NULL ? "" : base_format(resolver->arena, "; did you mean `%s`?", nearest);
}
