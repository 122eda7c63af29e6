/* A number that is not looked up may be anything that looks like one; see hddl_functions.h. */
#include "hddl/read/hddl_functions.h"
#include "hddl/read/hddl_schemas.h"

#include <string.h>

#define uthash_malloc(size)       base_alloc(resolver->arena, (size))
#define uthash_free(memory, size) ((void)(memory))
#include <uthash.h>

static hddl_function *function_at(const hddl_resolver *resolver, uint32_t index)
{
    return (hddl_function *)&resolver->problem->functions[index];
}

void hddl_declare_functions(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_function *functions = NULL;
    for (const hddl_declaration *d = resolver->document->functions; d != NULL; d = d->next) {
        const uint32_t earlier = hddl_index_of(&d->name, HDDL_NAMES_FUNCTION);
        const hddl_variables parameters = hddl_resolve_variables(resolver, d->items);
        if (!hddl_declare(resolver, HDDL_NAMES_FUNCTION, &d->name, problem->function_count, "function",
                          earlier != HDDL_NONE ? functions[earlier].span : d->span))
            continue;
        functions = base_grow_by_one(resolver->arena, functions, problem->function_count, sizeof *functions);
        functions[problem->function_count++] =
            (hddl_function){.name = hddl_spelling(resolver, &d->name), .parameters = parameters, .span = d->name.span};
    }
    problem->functions = functions;
}

/* --- Numbers ------------------------------------------------------------------------------------ */

typedef enum number_kind { NO_NUMBER, NUMBER, PRECISE_NUMBER } number_kind;

/* A number in thousandths; PRECISE_NUMBER: it has more decimals, which are left out. */
static number_kind read_number(const hddl_name *name, int64_t *thousandths)
{
    const char *text = name->word->text;
    const bool negative = text[0] == '-';
    int64_t sum = 0, unit = 100;
    bool precise = false;
    text += negative;
    if (*text < '0' || *text > '9')
        return NO_NUMBER;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (sum > INT64_MAX / 10000 - 9)
            return NO_NUMBER;
        sum = sum * 10 + (*text - '0');
    }
    sum *= 1000;
    for (text += *text == '.'; *text >= '0' && *text <= '9'; text++, unit /= 10) {
        sum += unit * (*text - '0');
        precise |= unit == 0 && *text != '0';
    }
    *thousandths = negative ? -sum : sum;
    return *text != '\0' ? NO_NUMBER : precise ? PRECISE_NUMBER : NUMBER;
}

static void report_number(hddl_resolver *resolver, const hddl_form *form)
{
    base_report(resolver->diagnostics, BASE_DIAG_NOT_A_NUMBER, form->span, "`%s` is not a number",
                form->name.word->text);
}

static void report_precise(hddl_resolver *resolver, base_span span)
{
    base_report(resolver->diagnostics, BASE_DIAG_TOO_PRECISE, span,
                "a cost has at most three decimals; multiply all costs by a power of ten");
}

/* --- Uses --------------------------------------------------------------------------------------- */

/* The function of `(f a b)`, and its arguments. HDDL_NONE: there is none, or not with so many arguments, which is reported. */
static uint32_t resolve_call(hddl_resolver *resolver, const hddl_form *form, const hddl_term **terms)
{
    const uint32_t index = hddl_index_of(&form->name, HDDL_NAMES_FUNCTION);
    if (index == HDDL_NONE) {
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, form->name.span, "unknown function `%s`%s",
                    form->name.word->text, hddl_suggest(resolver, form->name.word->text, HDDL_NAMES_FUNCTION));
        return HDDL_NONE;
    }
    const hddl_function *function = function_at(resolver, index);
    const uint32_t count = function->parameters.count;
    if (count != form->range.count) {
        base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, form->span,
                                            "`%s` takes %u argument%s, and gets %u", form->name.word->text, count,
                                            count == 1 ? "" : "s", form->range.count);
        base_report_note(resolver->diagnostics, made, function->span, "declared here");
    }
    hddl_term *made = base_alloc_array(resolver->arena, form->range.count, sizeof *made);
    for (uint32_t i = 0; i < form->range.count; i++)
        made[i] = hddl_resolve_term(resolver, &resolver->document->names[form->range.first + i]);
    *terms = made;
    return count == form->range.count ? index : HDDL_NONE;
}

static void add_cost(hddl_resolver *resolver, hddl_cost_list *list, const hddl_form *form, uint32_t parameters)
{
    const hddl_term *terms;
    const uint32_t function = resolve_call(resolver, form, &terms);
    if (function == HDDL_NONE)
        return;
    for (uint32_t i = 0; i < form->range.count; i++)
        if (!hddl_is_object(terms[i]) && (uint32_t)terms[i] >= parameters &&
            (uint32_t)terms[i] < resolver->variable_count) {
            base_report(resolver->diagnostics, BASE_DIAG_UNSUPPORTED, form->span,
                        "a cost can use the parameters of the action only, not variables of a `forall`");
            return;
        }
    list->costs = base_grow_by_one(resolver->arena, list->costs, list->count, sizeof *list->costs);
    list->costs[list->count++] = (hddl_cost){function, terms, form->span};
}

void hddl_resolve_change(hddl_resolver *resolver, hddl_cost_list *list, const hddl_form *form, uint32_t parameters)
{
    const hddl_form *target = form->parts, *by = target->next;
    const hddl_term *terms;
    int64_t number = 0;
    if (target->kind != HDDL_FORM_ATOM) {
        base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, target->span,
                    "`%s` is not a function; write `(%s (total-cost) 1)`", target->name.word->text,
                    form->name.word->text);
        return;
    }
    const bool cost =
        strcmp(target->name.word->text, "total-cost") == 0 && strcmp(form->name.word->text, "increase") == 0;
    const uint32_t changed = resolve_call(resolver, target, &terms);
    if (changed != HDDL_NONE)
        function_at(resolver, changed)->is_changed = true;
    if (by->kind == HDDL_FORM_ATOM) {
        if (cost)
            add_cost(resolver, list, by, parameters);
        else
            resolve_call(resolver, by, &terms);
        return;
    }
    const number_kind kind = read_number(&by->name, &number);
    if (kind == NO_NUMBER)
        report_number(resolver, by);
    else if (kind == PRECISE_NUMBER && cost)
        report_precise(resolver, by->span);
    else if (cost)
        list->constant += number;
}

/* --- :init -------------------------------------------------------------------------------------- */

static bool are_of_their_types(const hddl_resolver *resolver, const hddl_function *function, const hddl_term *terms)
{
    const hddl_problem now = {.types = resolver->types};
    for (uint32_t i = 0; i < function->parameters.count; i++)
        if (!hddl_is_object(terms[i]) || hddl_object_of(terms[i]) >= resolver->problem->object_count ||
            !hddl_is_of(&now, hddl_object_of(terms[i]), function->parameters.items[i].type))
            return false;
    return true;
}

void hddl_take_number(hddl_resolver *resolver, const hddl_form *form)
{
    const hddl_form *left = form->parts;
    const hddl_term *terms;
    hddl_number number = {.span = left->next->span};
    if (left->kind != HDDL_FORM_ATOM || left->next->kind != HDDL_FORM_TERM || form->name.word->text[0] != '=') {
        base_report(resolver->diagnostics, BASE_DIAG_BAD_FACT, form->span,
                    "not a fact: `=` does not compare objects here; `(= (f a) 5)` gives a function its number");
        return;
    }
    const uint32_t index = resolve_call(resolver, left, &terms);
    const number_kind kind = read_number(&left->next->name, &number.thousandths);
    if (kind == NO_NUMBER)
        report_number(resolver, left->next);
    if (index == HDDL_NONE || kind == NO_NUMBER || !are_of_their_types(resolver, function_at(resolver, index), terms))
        return; /* nothing can look up a number for objects of other types */
    hddl_function *function = function_at(resolver, index);
    hddl_number *numbers = (hddl_number *)function->numbers;
    number.terms = terms;
    number.is_precise = kind == PRECISE_NUMBER;
    numbers = base_grow_by_one(resolver->arena, numbers, function->number_count, sizeof *numbers);
    numbers[function->number_count++] = number;
    function->numbers = numbers;
}

/* --- All ---------------------------------------------------------------------------------------- */

/* Warns of a function that a cost looks up although nothing is known of its numbers. False: something is. */
static bool report_unknown(hddl_resolver *resolver, const hddl_cost *cost)
{
    const hddl_function *function = function_at(resolver, cost->function);
    if (!function->is_changed && function->number_count > 0)
        return false;
    base_diagnostic *made = base_report(
        resolver->diagnostics, BASE_DIAG_UNKNOWN_COST, cost->span, "this cost counts as 0: %s `%s`",
        function->is_changed ? "an action changes" : "the initial state gives no number to", function->name);
    base_report_note(resolver->diagnostics, made, function->span, "declared here");
    return true;
}

typedef struct known_number {
    UT_hash_handle hh; /* by the objects */
    const hddl_number *number;
} known_number;

/* Drops a number that is written twice. Two numbers for the same objects are an error. */
static void settle_numbers(hddl_resolver *resolver, hddl_function *function)
{
    hddl_number *numbers = (hddl_number *)function->numbers;
    known_number *known = NULL, *found;
    uint32_t count = 0;
    for (uint32_t i = 0; i < function->number_count; i++) {
        const hddl_number *number = &numbers[i];
        const size_t size = function->parameters.count * sizeof *number->terms;
        const void *key = size == 0 ? (const void *)"" : number->terms;
        HASH_FIND(hh, known, key, size == 0 ? 1 : size, found);
        if (found != NULL && found->number->thousandths == number->thousandths)
            continue;
        if (found != NULL) {
            base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_BAD_FACT, number->span,
                                                "`%s` has another number for these objects already", function->name);
            base_report_note(resolver->diagnostics, made, found->number->span, "here");
            continue;
        }
        if (number->is_precise)
            report_precise(resolver, number->span);
        numbers[count] = *number;
        found = BASE_NEW(resolver->arena, known_number);
        found->number = &numbers[count++];
        HASH_ADD_KEYPTR(hh, known, key, size == 0 ? 1 : size, found);
    }
    function->number_count = count;
}

void hddl_settle_costs(hddl_resolver *resolver)
{
    const hddl_problem *problem = resolver->problem;
    bool *reported = base_alloc_array(resolver->arena, (size_t)problem->function_count + 1, sizeof *reported);
    bool *settled = base_alloc_array(resolver->arena, (size_t)problem->function_count + 1, sizeof *settled);
    for (uint32_t a = 0; a < problem->action_count; a++) {
        hddl_action *action = (hddl_action *)&problem->actions[a];
        hddl_cost *costs = (hddl_cost *)action->costs;
        uint32_t count = 0;
        for (uint32_t i = 0; i < action->cost_count; i++) {
            const uint32_t function = costs[i].function;
            if (reported[function] || report_unknown(resolver, &costs[i])) {
                reported[function] = true;
                continue;
            }
            if (!settled[function])
                settle_numbers(resolver, function_at(resolver, function));
            settled[function] = true;
            costs[count++] = costs[i];
        }
        action->cost_count = count;
    }
}
