/*
 * Completion: by the list that the cursor is in (cursor_context.h), and by the type of what is compared, assigned or passed. Where a type
 * is known, only what has it is offered; values stand first.
 */
#include "lsp/features/completion.h"

#include "base/text.h"
#include "lsp/features/cursor_context.h"
#include "lsp/features/symbol_types.h"
#include <stdlib.h>
#include <string.h>

/* The protocol's numbers. */
enum {
    KIND_TEXT = 1,
    METHOD = 2,
    FUNCTION = 3,
    VARIABLE = 6,
    CLASS = 7,
    PROPERTY = 10,
    ENUM = 13,
    KEYWORD = 14,
    SNIPPET = 15,
    FILE_KIND = 17,
    ENUM_MEMBER = 20,
    CONSTANT = 21,
    OPERATOR = 24
};
enum { SNIPPET_FORMAT = 2 };

typedef struct completion {
    lsp_session *session;
    lsp_place place;
    lsp_context context;
    lsp_around around;
    cJSON *items;
} completion;

/* --- Items ---------------------------------------------------------------------------------------- */

/* `rank`: '0' stands first. `insert` NULL: the label. */
static void add(completion *c, const char *label, int kind, char rank, const char *detail, const char *insert,
                bool snippet)
{
    cJSON *item = cJSON_CreateObject();
    base_text sort = {0};
    base_text_add(&sort, "%c%s", rank, label);
    cJSON_AddStringToObject(item, "label", label);
    cJSON_AddNumberToObject(item, "kind", kind);
    cJSON_AddStringToObject(item, "sortText", base_text_of(&sort));
    if (detail != NULL && *detail != '\0')
        cJSON_AddStringToObject(item, "detail", detail);
    if (insert != NULL)
        cJSON_AddStringToObject(item, "insertText", insert);
    if (snippet)
        cJSON_AddNumberToObject(item, "insertTextFormat", SNIPPET_FORMAT);
    cJSON_AddItemToArray(c->items, item);
    base_text_free(&sort);
}

static void add_word(completion *c, const char *word)
{
    add(c, word, KEYWORD, '5', NULL, NULL, false);
}

static void add_words(completion *c, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_word(c, words[i]);
}

/* `Go(place, speed)` as a snippet: `Go(${1:place}, ${2:speed})`. `parentheses`: also where there are no parameters. */
static void add_called(completion *c, lsp_kind kind, const void *symbol, int item_kind, char rank, bool parentheses)
{
    const htnc_variable *parameters = lsp_parameters_of(kind, symbol);
    const char *name = lsp_name_of(kind, symbol);
    const htnc_type *type = kind == LSP_TASK ? NULL : lsp_type_of(kind, symbol);
    base_text insert = {0}, detail = {0};
    unsigned number = 1;
    base_text_add(&insert, "%s", name);
    for (const htnc_variable *each = parameters; each != NULL; each = each->next, number++) {
        const char *text = each->name.text != NULL ? each->name.text : lsp_type_name(each->type);
        base_text_add(&insert, c->session->client.snippets ? "%s${%u:%s}" : "%s", number == 1 ? "(" : ", ", number,
                      text);
        base_text_add(&detail, "%s%s : %s", number == 1 ? "(" : ", ", text, lsp_type_name(each->type));
    }
    if (parameters != NULL || parentheses)
        base_text_add(&insert, "%s", parameters == NULL ? "()" : c->session->client.snippets ? ")" : "");
    if (parameters != NULL)
        base_text_add(&detail, ")");
    if (type != NULL)
        base_text_add(&detail, "%s%s", detail.length > 0 ? " : " : "", lsp_type_name(type));
    add(c, name, item_kind, rank, detail.length > 0 ? detail.bytes : lsp_noun_of(kind, symbol), base_text_of(&insert),
        parameters != NULL && c->session->client.snippets);
    base_text_free(&insert);
    base_text_free(&detail);
}

/* --- Types ---------------------------------------------------------------------------------------- */

static bool is_number(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED;
}

/* Whether a value of `type` can stand where `wanted` is; unknown types fit everywhere. */
static bool fits(const htnc_type *wanted, const htnc_type *type)
{
    if (wanted == NULL || type == NULL || wanted == type)
        return true;
    if (is_number(wanted) || is_number(type))
        return is_number(wanted) && is_number(type);
    for (const htnc_type *above = type; above != NULL; above = above->parent)
        if (above == wanted)
            return true;
    return false;
}

/* The symbol that a piece names: a variable in scope, or a declaration of values. NULL: none. */
static const lsp_occurrence *find_named(const completion *c, const lsp_piece *piece, lsp_kind wanted)
{
    const lsp_occurrences *all = lsp_occurrences_in(c->place.unit);
    for (size_t i = 0; i < all->count; i++) {
        const lsp_occurrence *each = &all->list[i];
        const bool known = each->kind == LSP_VARIABLE ? lsp_is_in_scope(each, &c->around) : each->use == LSP_DECLARES;
        const bool kind = wanted == LSP_KINDS ? lsp_type_of(each->kind, each->symbol) != NULL && each->kind != LSP_TYPE
                                              : each->kind == wanted;
        if (known && kind && lsp_piece_is(&c->context.scan, piece, lsp_name_of(each->kind, each->symbol)))
            return each;
    }
    return NULL;
}

static bool is_one_of(const lsp_scan *scan, const lsp_piece *piece, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lsp_piece_is(scan, piece, texts[i]))
            return true;
    return false;
}

/* The name that stands left of the piece at `index`, over its arguments. */
static const lsp_piece *name_before(const lsp_context *context, size_t index)
{
    unsigned depth = 0;
    for (size_t i = index; i-- > 0;) {
        const lsp_piece *piece = &context->pieces[i];
        if (lsp_piece_is(&context->scan, piece, ")"))
            depth++;
        else if (lsp_piece_is(&context->scan, piece, "("))
            depth -= depth > 0;
        else if (depth == 0)
            return piece->kind == LSP_PIECE_WORD ? piece : NULL;
    }
    return NULL;
}

/* The type that is wanted here, by what stands in front: `Temper ==`, `Temper =`, an argument. `*known`: something stands in front. */
static const htnc_type *wanted_type(const completion *c, bool *known)
{
    static const char *const signs[] = {"==", "!=", "=", "+=", "-=", "<", "<=", ">", ">="};
    const lsp_context *context = &c->context;
    const lsp_occurrence *named = NULL;
    *known = false;
    if (context->count == 0)
        return NULL;
    if (is_one_of(&context->scan, &context->pieces[context->count - 1], signs, sizeof signs / sizeof *signs)) {
        const lsp_piece *name = name_before(context, context->count - 1);
        named = name != NULL ? find_named(c, name, LSP_KINDS) : NULL;
        *known = named != NULL;
        return named != NULL ? lsp_type_of(named->kind, named->symbol) : NULL;
    }
    if (!context->round || context->called.end == 0 || context->first < context->count)
        return NULL;
    named = find_named(c, &context->called, LSP_TASK);
    if (named == NULL)
        named = find_named(c, &context->called, LSP_KINDS);
    const htnc_variable *parameter = named != NULL ? lsp_parameters_of(named->kind, named->symbol) : NULL;
    for (unsigned i = 0; parameter != NULL && i < context->item; i++)
        parameter = parameter->next;
    *known = parameter != NULL;
    return parameter != NULL && parameter->type != NULL && parameter->type->kind != HTNC_TYPE_ERROR ? parameter->type
                                                                                                    : NULL;
}

/* --- Lists ---------------------------------------------------------------------------------------- */

static void add_value(completion *c, const lsp_occurrence *each, const htnc_type *wanted)
{
    const htnc_type *type = lsp_type_of(each->kind, each->symbol);
    const char *detail = lsp_type_name(type);
    if (each->kind == LSP_VARIABLE ? !lsp_is_in_scope(each, &c->around) : each->use != LSP_DECLARES)
        return;
    if (!fits(wanted, type))
        return;
    switch (each->kind) {
    case LSP_VARIABLE: add(c, lsp_name_of(LSP_VARIABLE, each->symbol), VARIABLE, '1', detail, NULL, false); break;
    case LSP_VALUE:
        add(c, lsp_name_of(LSP_VALUE, each->symbol), ENUM_MEMBER, wanted != NULL ? '0' : '4', detail, NULL, false);
        break;
    case LSP_PROPERTY: add_called(c, LSP_PROPERTY, each->symbol, PROPERTY, '2', false); break;
    case LSP_CONSTANT: add(c, lsp_name_of(LSP_CONSTANT, each->symbol), CONSTANT, '3', detail, NULL, false); break;
    case LSP_CONDITION: add_called(c, LSP_CONDITION, each->symbol, FUNCTION, '2', false); break;
    case LSP_QUERY: add_called(c, LSP_QUERY, each->symbol, FUNCTION, '2', true); break;
    default: break;
    }
}

static void add_values(completion *c, const htnc_type *wanted)
{
    const lsp_occurrences *all = lsp_occurrences_in(c->place.unit);
    for (size_t i = 0; i < all->count; i++)
        add_value(c, &all->list[i], wanted);
    if (wanted != NULL && wanted->kind == HTNC_TYPE_BOOL) {
        add(c, "true", KEYWORD, '0', NULL, NULL, false);
        add(c, "false", KEYWORD, '0', NULL, NULL, false);
    }
    if (wanted != NULL && wanted->kind == HTNC_TYPE_ENTITIES)
        add(c, "none", KEYWORD, '0', NULL, NULL, false);
}

static void add_declared(completion *c, lsp_kind kind, bool only_primitive, bool only_compound, bool parentheses)
{
    const lsp_occurrences *all = lsp_occurrences_in(c->place.unit);
    for (size_t i = 0; i < all->count; i++) {
        const lsp_occurrence *each = &all->list[i];
        if (each->kind != kind || each->use != LSP_DECLARES)
            continue;
        const bool primitive = kind == LSP_TASK && ((const htnc_task *)each->symbol)->kind == HTNC_PRIMITIVE;
        if ((only_primitive && !primitive) || (only_compound && primitive))
            continue;
        if (parentheses)
            add_called(c, kind, each->symbol,
                       kind == LSP_PROPERTY ? PROPERTY
                       : primitive          ? METHOD
                                            : CLASS,
                       '1', kind == LSP_TASK);
        else
            add(c, lsp_name_of(kind, each->symbol), kind == LSP_PROPERTY ? PROPERTY : CLASS, '1',
                lsp_noun_of(kind, each->symbol), NULL, false);
    }
}

/* The agents of the scenario around the cursor. */
static void add_agents(completion *c)
{
    const lsp_occurrences *all = lsp_occurrences_in(c->place.unit);
    for (size_t i = 0; i < all->count; i++) {
        const lsp_occurrence *each = &all->list[i];
        if (each->kind == LSP_AGENT && each->use == LSP_DECLARES && each->scenario == c->around.scenario)
            add(c, lsp_name_of(LSP_AGENT, each->symbol), VARIABLE, '1', "agent", NULL, false);
    }
}

static void add_types(completion *c)
{
    static const char *const built_in[] = {"bool", "int", "fixed", "symbol"};
    add_declared(c, LSP_TYPE, false, false, false);
    add_words(c, built_in, sizeof built_in / sizeof *built_in);
}

static void add_operators(completion *c)
{
    const htnc_model *model = c->place.unit->compilation.model;
    for (const htnc_operator *each = model != NULL ? model->operators : NULL; each != NULL; each = each->next) {
        base_text detail = {0};
        for (uint32_t i = 0; each->argument_types != NULL && i < each->argument_count; i++)
            base_text_add(&detail, "%s%s", i > 0 ? ", " : "(", lsp_type_name(each->argument_types[i]));
        base_text_add(&detail, detail.length > 0 ? ")" : "operator");
        add(c, each->name, OPERATOR, '1', base_text_of(&detail), NULL, false);
        base_text_free(&detail);
    }
}

/* Behind a whole operand only what joins it to another can stand. */
static bool is_behind_operand(const lsp_context *context)
{
    if (context->count == 0 || context->first >= context->count)
        return false;
    const lsp_piece *last = &context->pieces[context->count - 1];
    if (lsp_piece_is(&context->scan, last, ")") || last->kind == LSP_PIECE_NUMBER || last->kind == LSP_PIECE_STRING)
        return true;
    return last->kind == LSP_PIECE_WORD && lsp_word_of(context, context->count - 1) == LSP_NO_WORD;
}

static void add_expression(completion *c, bool effect)
{
    static const char *const joins[] = {"and", "or", "where"}, *const ends[] = {"when", "for"};
    static const char *const begins[] = {"not", "any", "let", "exists", "every", "none", "count", "sum", "min", "max"};
    bool known;
    const htnc_type *wanted = wanted_type(c, &known);
    if (!known && lsp_context_follows(&c->context, ":")) {
        add_types(c);
    } else if (!known && is_behind_operand(&c->context)) {
        add_words(c, joins, sizeof joins / sizeof *joins);
        if (effect)
            add_words(c, ends, sizeof ends / sizeof *ends);
    } else if (effect && c->context.first >= c->context.count && !c->context.round) {
        add_declared(c, LSP_PROPERTY, false, false, true);
    } else {
        add_values(c, wanted);
        if (!known)
            add_words(c, begins, sizeof begins / sizeof *begins);
    }
}

static void add_subtasks(completion *c)
{
    static const char *const groups[] = {"Parallel", "Background", "Optional", "AnyOrder", "Achieve", "Each"};
    add_declared(c, LSP_TASK, false, false, true);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        base_text insert = {0};
        base_text_add(&insert, "%s [$1]", groups[i]);
        add(c, groups[i], KEYWORD, '5', NULL, c->session->client.snippets ? insert.bytes : NULL,
            c->session->client.snippets);
        base_text_free(&insert);
    }
    add_word(c, "Split");
}

static void add_run(completion *c)
{
    static const char *const outcomes[] = {"succeeds", "fails"};
    if (c->context.first < c->context.count)
        add_words(c, outcomes, 2);
    else
        add_declared(c, LSP_TASK, true, false, false);
}

/* --- By the keyword of the list ------------------------------------------------------------------- */

static void add_in_list(completion *c)
{
    static const char *const selections[] = {"first", "highest", "random", "cheapest"};
    const lsp_context *context = &c->context;
    switch (context->owner) {
    case HTNC_WORD_SUBTASKS:
    case HTNC_WORD_PARALLEL:
    case HTNC_WORD_BACKGROUND:
    case HTNC_WORD_OPTIONAL:
    case HTNC_WORD_ANY_ORDER: add_subtasks(c); break;
    case HTNC_WORD_EACH:
        if (context->part > 0)
            add_subtasks(c);
        else
            add_expression(c, false);
        break;
    case HTNC_WORD_PLAN:
    case HTNC_WORD_RUNNING: add_declared(c, LSP_TASK, true, false, true); break;
    case HTNC_WORD_RUN: add_run(c); break;
    case HTNC_WORD_QUEUE:
    case HTNC_WORD_ORDER: add_declared(c, LSP_TASK, false, false, true); break;
    case HTNC_WORD_ORDERS:
    case HTNC_WORD_USING: add_declared(c, LSP_TASK, context->owner == HTNC_WORD_USING, false, false); break;
    case HTNC_WORD_ROOT:
    case HTNC_WORD_IN: add_declared(c, LSP_TASK, false, true, false); break;
    case HTNC_WORD_OF:
    case HTNC_WORD_LEAVE: add_agents(c); break;
    case HTNC_WORD_OPERATOR: add_operators(c); break;
    case HTNC_WORD_UPDATES: add_declared(c, LSP_PROPERTY, false, false, false); break;
    case HTNC_WORD_SELECT: add_words(c, selections, 4); break;
    case HTNC_WORD_INTERRUPT: add_word(c, "never"); break;
    case HTNC_WORD_RESTART: add_word(c, "always"); break;
    case HTNC_WORD_LOOPS: add_word(c, "free"); break;
    case HTNC_WORD_EFFECTS:
    case HTNC_WORD_EXPECTED_EFFECTS:
    case HTNC_WORD_DURING:
    case HTNC_WORD_FAIL_EFFECTS:
    case HTNC_WORD_ABORT_EFFECTS:
    case HTNC_WORD_FACTS:
    case HTNC_WORD_GIVEN:
    case HTNC_WORD_SENSE: add_expression(c, true); break;
    case HTNC_WORD_STATE:
    case HTNC_WORD_TASK:
    case HTNC_WORD_QUERY:
        if (lsp_context_follows(context, ":") || context->owner == HTNC_WORD_QUERY || context->round)
            add_types(c);
        else if (lsp_context_follows(context, "="))
            add_expression(c, false);
        break;
    case HTNC_WORD_CONDITION:
    case HTNC_WORD_NAMED_VALUE:
        if (context->part > 0)
            add_expression(c, false);
        else if (lsp_context_follows(context, ":"))
            add_types(c);
        break;
    case HTNC_WORD_DOMAIN:
    case HTNC_WORD_ENUM:
    case HTNC_WORD_VALUES:
    case HTNC_WORD_SENSOR:
    case HTNC_WORD_IMPORT:
    case HTNC_WORD_AGENTS:
    case HTNC_WORD_SCENARIO: break; /* new names */
    default: add_expression(c, false); break;
    }
}

/* --- Outside of lists ----------------------------------------------------------------------------- */

static bool may_stand(const htnc_keyword *keyword, int declaration)
{
    const htnc_place place = keyword->place;
    if (place == HTNC_PLACE_DECLARATION)
        return true;
    if (declaration == HTNC_WORD_PRIMITIVE)
        return place == HTNC_PLACE_PRIMITIVE || keyword->kind == htnc_keywords[HTNC_WORD_RESERVE].kind;
    if (declaration == HTNC_WORD_COMPOUND)
        return place == HTNC_PLACE_COMPOUND || place == HTNC_PLACE_METHOD || place == HTNC_PLACE_ANY;
    return declaration == HTNC_WORD_SCENARIO && place == HTNC_PLACE_SCENARIO;
}

/* `Method [$1]`, `Compound Task [$1]`. */
static void add_part(completion *c, const htnc_keyword *keyword, const htnc_keyword *second)
{
    base_text label = {0}, insert = {0};
    base_text_add(&label, "%s%s%s", keyword->text, second != NULL ? " " : "", second != NULL ? second->text : "");
    base_text_add(&insert, "%s [$1]", label.bytes);
    const bool alone = keyword == &htnc_keywords[HTNC_WORD_ELSE];
    add(c, label.bytes, KEYWORD, keyword->place == HTNC_PLACE_DECLARATION ? '6' : '5', NULL,
        c->session->client.snippets && !alone ? insert.bytes : NULL, c->session->client.snippets && !alone);
    base_text_free(&label);
    base_text_free(&insert);
}

static void add_follower(completion *c, htnc_word word)
{
    add_part(c, &htnc_keywords[word], NULL);
}

/* What goes on with the part in front: `Enum [Mood]` with `Values`. */
static void add_followers(completion *c)
{
    switch (c->context.section) {
    case HTNC_WORD_ENUM: add_follower(c, HTNC_WORD_VALUES); break;
    case HTNC_WORD_ENTITIES:
        add_follower(c, HTNC_WORD_VALUES);
        add_follower(c, HTNC_WORD_MAX_COUNT);
        break;
    case HTNC_WORD_DOMAIN: add_follower(c, HTNC_WORD_LOOPS); break;
    case HTNC_WORD_SENSOR:
        add_follower(c, HTNC_WORD_UPDATES);
        add_follower(c, HTNC_WORD_EVERY_TIME);
        break;
    case HTNC_WORD_COOLDOWN:
        add_follower(c, HTNC_WORD_AFTER);
        add_follower(c, HTNC_WORD_FOR_SOLUTION);
        break;
    case HTNC_WORD_EXPECT:
    case HTNC_WORD_RUN:
    case HTNC_WORD_ORDER:
    case HTNC_WORD_QUEUE:
        add_follower(c, HTNC_WORD_IN);
        add_follower(c, HTNC_WORD_OF);
        break;
    case HTNC_WORD_GIVEN:
    case HTNC_WORD_SENSE: add_follower(c, HTNC_WORD_OF); break;
    case HTNC_WORD_ORDERS: add_follower(c, HTNC_WORD_IN); break;
    default: break;
    }
}

static void add_outside(completion *c)
{
    const lsp_context *context = &c->context;
    const int before = context->count > 0 ? lsp_word_of(context, context->count - 1) : LSP_NO_WORD;
    const bool pair = before != LSP_NO_WORD && htnc_keywords[before].role == HTNC_ROLE_PAIR;
    if (!pair && lsp_context_follows(context, "]"))
        add_followers(c);
    for (int i = 0; i < HTNC_WORDS; i++) {
        const htnc_keyword *keyword = &htnc_keywords[i];
        if (pair) {
            if (htnc_keyword_pairs(htnc_keywords[before].kind, keyword->kind))
                add_part(c, keyword, NULL);
        } else if (keyword->role == HTNC_ROLE_BEGINS && may_stand(keyword, context->declaration)) {
            add_part(c, keyword, NULL);
        } else if (keyword->role == HTNC_ROLE_PAIR && may_stand(keyword, context->declaration)) {
            for (int k = 0; k < HTNC_WORDS; k++)
                if (htnc_keyword_pairs(keyword->kind, htnc_keywords[k].kind))
                    add_part(c, keyword, &htnc_keywords[k]);
        }
    }
}

/* The sources of the workspace, as the file would import them. */
static void add_files(completion *c)
{
    const char *here = c->place.source->path, *slash = strrchr(here, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - here + 1) : 0;
    lsp_folders_refresh(&c->session->folders, &c->session->documents);
    for (size_t i = 0; i < c->session->folders.file_count; i++) {
        const char *path = c->session->folders.files[i].path;
        if (strcmp(path, here) != 0 && strncmp(path, here, folder) == 0)
            add(c, path + folder, FILE_KIND, '1', NULL, NULL, false);
    }
}

cJSON *lsp_completion(lsp_session *session, const cJSON *params)
{
    completion c = {.session = session, .items = cJSON_CreateArray()};
    if (!lsp_find_place(session, params, &c.place))
        return c.items;
    c.context = lsp_context_of(c.place.lines, c.place.offset - c.place.source->base);
    c.around = lsp_around_of(&c.place);
    if (c.context.in_string && c.context.owner == HTNC_WORD_IMPORT)
        add_files(&c);
    else if (!c.context.in_string && !c.context.in_comment && !c.context.in_scenario_name) {
        if (c.context.open == c.context.count)
            add_outside(&c);
        else if (c.context.round && c.context.owner != HTNC_WORD_STATE && c.context.owner != HTNC_WORD_TASK &&
                 c.context.owner != HTNC_WORD_QUERY && (c.context.owner != HTNC_WORD_CONDITION || c.context.part > 0))
            add_expression(&c, false);
        else
            add_in_list(&c);
    }
    lsp_context_free(&c.context);
    return c.items;
}
