/* Where parts begin, how deep they are indented, and which of them cannot be laid out. See format_parts.h. */
#include "compiler/format/format_parts.h"

#include "compiler/syntax/parser.h"
#include "htn.tab.h"

/* The division while it goes on. */
typedef struct division {
    htnc_format_tokens *tokens;
    base_arena *arena;
    htnc_format_parts parts;
    uint32_t open[HTNC_DEEPEST]; /* brackets without their partners */
    unsigned depth;
    int declaration; /* the kind of the latest word that began a declaration; 0: none yet */
    bool in_method;  /* a method, or Else, stands before in this task */
} division;

static const htnc_format_token *at(const division *d, size_t index)
{
    return &d->tokens->items[index < d->tokens->count ? index : d->tokens->count];
}

static htnc_role role_of(const htnc_format_token *token)
{
    return token->keyword == NULL ? HTNC_ROLE_NAME : token->keyword->role;
}

/* Whether `token` is the second word of a keyword, as `Task` after `Compound`. */
static bool is_second_word(const division *d, size_t index)
{
    const htnc_keyword *before = index > 0 ? at(d, index - 1)->keyword : NULL;
    return before != NULL && htnc_keyword_pairs(before->kind, at(d, index)->kind);
}

static bool is_label(const division *d, size_t index)
{
    return index > 0 && at(d, index - 1)->kind == HTNC_TOKEN_METHOD && at(d, index + 1)->kind == HTNC_TOKEN_OPEN &&
           at(d, index)->kind != HTNC_TOKEN_SUBTASKS;
}

/* `Select` of a root and `While` of orders stand in the line of their declaration. */
static bool goes_on(const division *d, size_t index)
{
    const int kind = at(d, index)->kind;
    return (d->declaration == HTNC_TOKEN_ROOT && kind == HTNC_TOKEN_SELECT) ||
           (d->declaration == HTNC_TOKEN_ORDERS && kind == HTNC_TOKEN_WHILE);
}

/* Inside brackets: whether a keyword shows that a bracket was left open before it. */
static bool interrupts(const division *d, size_t index)
{
    const htnc_format_token *token = at(d, index), *next = at(d, index + 1);
    if (role_of(token) == HTNC_ROLE_PAIR)
        return next->keyword != NULL && htnc_keyword_pairs(token->kind, next->kind);
    if (role_of(token) != HTNC_ROLE_BEGINS)
        return false;
    if (token->kind == HTNC_TOKEN_METHOD && (htnc_format_is_word(next) || next->kind == HTNC_TOKEN_INTEGER))
        return at(d, index + 2)->kind == HTNC_TOKEN_OPEN;
    const bool prefer = token->kind == HTNC_TOKEN_PREFER && index > 0 && at(d, index - 1)->kind == HTNC_TOKEN_CLOSE;
    return next->kind == HTNC_TOKEN_OPEN && !prefer; /* the order of an Each stands inside brackets */
}

static bool begins_part(const division *d, size_t index)
{
    const htnc_role role = role_of(at(d, index));
    if (d->depth > 0)
        return interrupts(d, index);
    return (role == HTNC_ROLE_BEGINS || role == HTNC_ROLE_PAIR) && !is_second_word(d, index) && !is_label(d, index) &&
           !goes_on(d, index);
}

static bool is_task(int declaration)
{
    return declaration == HTNC_TOKEN_COMPOUND || declaration == HTNC_TOKEN_PRIMITIVE;
}

static unsigned level_of(division *d, const htnc_keyword *keyword)
{
    switch (keyword->place) {
    case HTNC_PLACE_DECLARATION:
        d->declaration = keyword->kind;
        d->in_method = false;
        return 0;
    case HTNC_PLACE_METHOD: return d->in_method ? 2 : 1;
    case HTNC_PLACE_COMPOUND: d->in_method = true; return 1;
    default: return d->in_method && is_task(d->declaration) && keyword->kind == HTNC_TOKEN_RESERVE ? 2 : 1;
    }
}

static htnc_format_part *latest(division *d)
{
    return &d->parts.items[d->parts.count - 1];
}

static void begin_part(division *d, size_t index)
{
    const htnc_format_token *token = at(d, index);
    const bool begins = begins_part(d, index);
    d->parts.items = base_grow_by_one(d->arena, d->parts.items, d->parts.count, sizeof *d->parts.items);
    d->parts.count++;
    *latest(d) = (htnc_format_part){.begin = (uint32_t)index, .end = (uint32_t)index, .kept = !begins};
    if (!begins)
        return;
    latest(d)->level = level_of(d, token->keyword);
    latest(d)->clause = token->keyword->place == HTNC_PLACE_SCENARIO;
    d->depth = 0;
}

static void match_bracket(division *d, size_t index)
{
    htnc_format_token *token = &d->tokens->items[index];
    token->inside = d->depth > 0 ? d->open[d->depth - 1] : 0;
    if (token->kind == HTNC_TOKEN_OPEN || token->kind == HTNC_TOKEN_LEFT) {
        if (d->depth == HTNC_DEEPEST)
            latest(d)->kept = true;
        else
            d->open[d->depth++] = (uint32_t)index;
        return;
    }
    if (token->kind != HTNC_TOKEN_CLOSE && token->kind != HTNC_TOKEN_RIGHT)
        return;
    const int opened = token->kind == HTNC_TOKEN_CLOSE ? HTNC_TOKEN_OPEN : HTNC_TOKEN_LEFT;
    if (d->depth == 0 || at(d, d->open[d->depth - 1])->kind != opened) {
        latest(d)->kept = true;
        return;
    }
    token->partner = d->open[--d->depth];
    token->inside = d->tokens->items[token->partner].inside;
    d->tokens->items[token->partner].partner = (uint32_t)index;
}

/* A part in which the parser found an error stays as it is. */
static void keep_wrong_parts(division *d, const base_diagnostics *diagnostics)
{
    for (const base_diagnostic *error = diagnostics->first; error != NULL; error = error->next) {
        if (error->severity != BASE_ERROR)
            continue;
        const uint32_t offset = error->span.begin - d->tokens->source->base;
        size_t low = 0, high = d->parts.count; /* the last part that begins at or before the error */
        while (high - low > 1) {
            const size_t middle = (low + high) / 2;
            if (at(d, d->parts.items[middle].begin)->begin <= offset)
                low = middle;
            else
                high = middle;
        }
        if (d->parts.count > 0)
            d->parts.items[low].kept = true;
    }
}

htnc_format_parts htnc_format_divide(base_workspace *workspace, htnc_format_tokens *tokens,
                                     const base_diagnostics *diagnostics)
{
    division *d = BASE_NEW(&workspace->arena, division);
    d->tokens = tokens;
    d->arena = &workspace->arena;
    for (size_t i = 0; i < tokens->count; i++) {
        if (begins_part(d, i) || d->parts.count == 0) {
            if (d->depth > 0)
                latest(d)->kept = true;
            begin_part(d, i);
        }
        latest(d)->kept |= at(d, i)->kind == HTNC_FORMAT_JUNK;
        match_bracket(d, i);
        latest(d)->end = (uint32_t)i + 1;
    }
    if (d->depth > 0)
        latest(d)->kept = true;
    keep_wrong_parts(d, diagnostics);
    return d->parts;
}
