/*
 * The layout of one part. What fits stays in one line. A list that does not fit is broken in one of two styles:
 *
 *     World State [           block: declarations, lists that end with a comma, and those with comments at their ends
 *         At : Place,
 *     ]
 *     Subtasks [GoTo(p),      hanging: all others
 *               Eat(p)]
 *
 * Each item stands on a line of its own, but short names and facts share lines (`shares_lines`). An item that does not fit is broken
 * before its weakest operators, else inside its brackets. See format_layout.h. Neighbours: format_lines.h, format_spacing.h.
 */
#include "compiler/format/format_layout.h"

#include "compiler/format/format_spacing.h"
#include "htn.tab.h"
#include <string.h>

enum {
    INDENT = 4,
    DEEPEST_HANGING = 28, /* columns behind the indentation at which the items of a hanging list may begin */
    DEEPEST_ROUND = 70,   /* column at which those in round brackets may begin */
    ROWS = 1 << 30        /* added to the group of lines with several items */
};

/* A run of tokens to write, and the columns that must be left behind it in its line. */
typedef struct run {
    uint32_t begin, end, tail;
} run;

static void write_run(htnc_format_layout *l, run r);

static const htnc_format_token *at(const htnc_format_layout *l, uint32_t index)
{
    return &l->tokens->items[index];
}

/* --- Measuring ---------------------------------------------------------------------------------- */

static uint32_t width_of_token(const htnc_format_tokens *tokens, const htnc_format_token *token)
{
    uint32_t width = htnc_format_width(htnc_format_text(tokens, token->begin), token->end - token->begin);
    for (uint32_t i = 0; i < token->lead.count; i++) {
        const htnc_format_comment *comment = &tokens->comments[token->lead.first + i];
        width += htnc_format_width(htnc_format_text(tokens, comment->begin), comment->end - comment->begin) + 1;
    }
    return width;
}

/* Whether a comment before the token needs a line end. */
static bool lead_breaks(const htnc_format_tokens *tokens, const htnc_format_token *token)
{
    for (uint32_t i = 0; i < token->lead.count; i++)
        if (tokens->comments[token->lead.first + i].own_line || tokens->comments[token->lead.first + i].to_line_end)
            return true;
    return false;
}

static bool is_separator(int kind)
{
    return kind == HTNC_TOKEN_COMMA || kind == HTNC_TOKEN_DOT;
}

static void measure_part(htnc_format_layout *l, const htnc_format_part *part)
{
    uint32_t column = 0;
    for (uint32_t i = part->begin; i < part->end; i++) {
        column += htnc_format_blanks(l->tokens, part->begin, i, part->clause);
        l->column[i] = column;
        column += width_of_token(l->tokens, at(l, i));
    }
}

htnc_format_layout htnc_format_measure(base_arena *arena, const htnc_format_tokens *tokens,
                                       const htnc_format_parts *parts, htnc_format_lines *lines)
{
    htnc_format_layout l = {.tokens = tokens, .lines = lines};
    l.column = base_alloc_array(arena, tokens->count + 1, sizeof *l.column);
    l.breaks = base_alloc_array(arena, tokens->count + 2, sizeof *l.breaks);
    /* breaks[i + 1]: with the comments before and behind token i, and with the bracket behind a comma */
    for (uint32_t i = 0; i < tokens->count; i++) {
        const htnc_format_token *token = &tokens->items[i];
        const bool ends_list = i > 0 && token->kind == HTNC_TOKEN_CLOSE && is_separator(token[-1].kind);
        l.breaks[i + 1] = l.breaks[i] + token->trail.count + lead_breaks(tokens, token) + ends_list;
    }
    for (size_t i = 0; i < parts->count; i++)
        if (!parts->items[i].kept)
            measure_part(&l, &parts->items[i]);
    return l;
}

/* The columns of a run that stands in one line. */
static uint32_t width_of(const htnc_format_layout *l, uint32_t begin, uint32_t end)
{
    if (begin == end)
        return 0;
    return l->column[end - 1] + width_of_token(l->tokens, at(l, end - 1)) - l->column[begin];
}

/* Whether a run must have a line end inside; one before it, and a comment behind it, do not count. */
static bool has_break(const htnc_format_layout *l, uint32_t begin, uint32_t end)
{
    if (end - begin < 2)
        return false;
    const uint32_t all = l->breaks[end] - l->breaks[begin];
    return all > at(l, end - 1)->trail.count + lead_breaks(l->tokens, at(l, begin));
}

static uint32_t current_column(const htnc_format_layout *l)
{
    return htnc_format_last_line(l->lines)->width;
}

static bool fits(const htnc_format_layout *l, run r, uint32_t column)
{
    return !has_break(l, r.begin, r.end) && column + width_of(l, r.begin, r.end) + r.tail <= HTNC_FORMAT_WIDTH;
}

/* --- Writing tokens ----------------------------------------------------------------------------- */

/* Writes the comments before a token that stand on lines of their own. */
static void write_comments(htnc_format_layout *l, uint32_t indent, uint32_t index)
{
    const htnc_format_token *token = at(l, index);
    for (uint32_t i = 0; i < token->lead.count; i++) {
        const htnc_format_comment *comment = &l->tokens->comments[token->lead.first + i];
        if (!comment->own_line)
            continue;
        htnc_format_begin_line(l->lines, indent, comment->blank_before)->only_comment = true;
        htnc_format_add(l->lines, htnc_format_text(l->tokens, comment->begin), comment->end - comment->begin);
    }
}

/* The same, and begins the token's line. */
static void begin_line(htnc_format_layout *l, uint32_t indent, uint32_t index)
{
    write_comments(l, indent, index);
    htnc_format_begin_line(l->lines, indent, htnc_format_blank_before(l->tokens, at(l, index)));
    l->aligned = 0;
}

/* Writes the comments before a token that stand in its line. */
static void write_lead(htnc_format_layout *l, const htnc_format_token *token)
{
    for (uint32_t i = 0; i < token->lead.count; i++) {
        const htnc_format_comment *comment = &l->tokens->comments[token->lead.first + i];
        if (comment->own_line)
            continue;
        htnc_format_add(l->lines, htnc_format_text(l->tokens, comment->begin), comment->end - comment->begin);
        if (comment->to_line_end)
            htnc_format_begin_line(l->lines, l->indent, false);
        else
            htnc_format_add(l->lines, " ", 1);
    }
}

static bool has_own_line(const htnc_format_layout *l, const htnc_format_token *token)
{
    for (uint32_t i = 0; i < token->lead.count; i++)
        if (l->tokens->comments[token->lead.first + i].own_line)
            return true;
    return false;
}

static uint32_t blanks_before(const htnc_format_layout *l, uint32_t index)
{
    return l->column[index] - l->column[index - 1] - width_of_token(l->tokens, at(l, index - 1));
}

/* Notes where in its line a sign stands that is aligned with those of the neighbours. */
static void mark_sign(htnc_format_layout *l, const htnc_format_token *token)
{
    htnc_format_line *line = htnc_format_last_line(l->lines);
    if (l->aligned == 0 || token->inside != l->aligned || line->equals != 0)
        return;
    if (token->kind == HTNC_TOKEN_COLON && line->colon == 0)
        line->colon = line->end;
    else if (token->kind == HTNC_TOKEN_BECOMES || token->kind == HTNC_TOKEN_EQUAL)
        line->equals = line->end;
}

/* `begins`: the token is the first one in its line, which is there already. */
static void write_token(htnc_format_layout *l, uint32_t index, bool begins)
{
    const htnc_format_token *token = at(l, index);
    if (!begins && (htnc_format_last_line(l->lines)->comment != NULL || has_own_line(l, token)))
        begin_line(l, l->indent + INDENT, index);
    else if (!begins)
        htnc_format_add_blanks(l->lines, blanks_before(l, index));
    write_lead(l, token);
    mark_sign(l, token);
    htnc_format_add(l->lines, htnc_format_text(l->tokens, token->begin), token->end - token->begin);
    for (uint32_t i = 0; i < token->trail.count; i++) {
        const htnc_format_comment *comment = &l->tokens->comments[token->trail.first + i];
        htnc_format_add_comment(l->lines, htnc_format_text(l->tokens, comment->begin), comment->end - comment->begin);
    }
}

static void write_tokens(htnc_format_layout *l, uint32_t begin, uint32_t end, bool begins)
{
    for (uint32_t i = begin; i < end; i++)
        write_token(l, i, begins && i == begin);
}

/* --- Lists -------------------------------------------------------------------------------------- */

/* The kind of the word that a bracket belongs to. */
static int owner_of(const htnc_format_layout *l, uint32_t open)
{
    const htnc_format_token *before = at(l, open) - 1;
    if (open > 0 && before->kind == HTNC_TOKEN_CLOSE && before->partner > 0)
        return at(l, before->partner - 1)->kind; /* the second list of a condition, a value, an Each */
    return open > 0 ? before->kind : 0;
}

static bool is_declaration_list(int owner)
{
    return owner == HTNC_TOKEN_STATE || owner == HTNC_TOKEN_FACTS || owner == HTNC_TOKEN_CONSTANT ||
           owner == HTNC_TOKEN_CONDITION || owner == HTNC_TOKEN_NAMED_VALUE || owner == HTNC_TOKEN_VALUES;
}

/* Short items stand side by side: a line ends where the author ended it, and where the next item does not fit. */
static bool shares_lines(const htnc_format_layout *l, uint32_t open)
{
    switch (owner_of(l, open)) {
    case HTNC_TOKEN_FACTS:
    case HTNC_TOKEN_GIVEN:
    case HTNC_TOKEN_VALUES:
    case HTNC_TOKEN_UPDATES:
    case HTNC_TOKEN_USING:
    case HTNC_TOKEN_ORDERS:
    case HTNC_TOKEN_MTR: return true;
    default: return at(l, open)->kind == HTNC_TOKEN_LEFT;
    }
}

static bool is_block(const htnc_format_layout *l, uint32_t open, uint32_t indent)
{
    const uint32_t close = at(l, open)->partner;
    if (at(l, open)->trail.count > 0 || has_own_line(l, at(l, open + 1)) || has_own_line(l, at(l, close)) ||
        at(l, close - 1)->trail.count > 0)
        return true;
    if (at(l, open)->kind == HTNC_TOKEN_LEFT)
        return current_column(l) > DEEPEST_ROUND;
    return is_separator(at(l, close - 1)->kind) || is_declaration_list(owner_of(l, open)) ||
           current_column(l) > indent + DEEPEST_HANGING;
}

/* The end of the item that begins at `begin`, with its comma. */
static uint32_t end_of_item(const htnc_format_layout *l, uint32_t begin, uint32_t close)
{
    uint32_t i = begin;
    for (; i < close; i++) {
        if (at(l, i)->partner > i)
            i = at(l, i)->partner;
        else if (is_separator(at(l, i)->kind))
            return i + 1;
    }
    return i;
}

/* Whether an item stands in the line of the item before it. */
static bool continues_line(const htnc_format_layout *l, run item)
{
    return !at(l, item.begin)->new_line && !lead_breaks(l->tokens, at(l, item.begin)) &&
           htnc_format_last_line(l->lines)->comment == NULL &&
           fits(l, (run){item.begin, item.end, item.tail + 1}, current_column(l));
}

static void write_items(htnc_format_layout *l, uint32_t open, uint32_t tail, bool block)
{
    const uint32_t close = at(l, open)->partner;
    const bool shared = shares_lines(l, open);
    for (uint32_t i = open + 1, end; i < close; i = end) {
        end = end_of_item(l, i, close);
        const run item = {i, end, end == close && !block ? 1 + tail : 0};
        if (i > open + 1 && shared && continues_line(l, item)) {
            htnc_format_line *line = htnc_format_last_line(l->lines);
            line->colon = line->equals = l->aligned = 0;
            line->group = ROWS + open;
            htnc_format_add(l->lines, " ", 1);
        } else if (block || i > open + 1) {
            begin_line(l, l->indent, i);
            l->aligned = block && is_declaration_list(owner_of(l, open)) ? open : 0;
        }
        write_run(l, item);
    }
}

/* Writes a list that does not fit. */
static void write_list(htnc_format_layout *l, uint32_t open, uint32_t tail, bool begins)
{
    const uint32_t group = l->lines->group, of_line = htnc_format_last_line(l->lines)->indent, before = l->indent;
    const uint32_t outer = of_line > before ? of_line : before;
    write_token(l, open, begins);
    const bool block = is_block(l, open, outer);
    if (block)
        l->lines->group = open;
    l->indent = block ? outer + INDENT : current_column(l);
    l->aligned = 0;
    write_items(l, open, tail, block);
    l->indent = before;
    l->aligned = 0;
    l->lines->group = group;
    const uint32_t close = at(l, open)->partner;
    if (block) {
        l->lines->group = open;
        write_comments(l, outer + INDENT, close);
        l->lines->group = group;
        htnc_format_begin_line(l->lines, outer, false);
    }
    write_token(l, close, true);
}

/* --- Runs --------------------------------------------------------------------------------------- */

/* How weakly an operator binds: the run is broken before those of the lowest number. 0: it is not broken before this token. */
static unsigned strength_of(const htnc_format_layout *l, uint32_t index)
{
    const htnc_format_token *token = at(l, index);
    const bool infix = token[1].kind != 0 && blanks_before(l, index + 1) > 0;
    switch (token->kind) {
    case HTNC_TOKEN_OPEN:
    case HTNC_TOKEN_USING:
    case HTNC_TOKEN_PREFER: return token->inside != 0 && token[-1].kind == HTNC_TOKEN_CLOSE ? 1 : 0;
    case HTNC_TOKEN_WHERE:
    case HTNC_TOKEN_WHEN:
    case HTNC_TOKEN_FOR: return 2;
    case HTNC_TOKEN_OR: return 3;
    case HTNC_TOKEN_AND: return 4;
    case HTNC_TOKEN_EQUAL:
    case HTNC_TOKEN_UNEQUAL:
    case HTNC_TOKEN_LESS:
    case HTNC_TOKEN_AT_MOST:
    case HTNC_TOKEN_MORE:
    case HTNC_TOKEN_AT_LEAST: return 5;
    case HTNC_TOKEN_PLUS: return 6;
    case HTNC_TOKEN_MINUS: return infix ? 6 : 0;
    case HTNC_TOKEN_TIMES:
    case HTNC_TOKEN_OVER:
    case HTNC_TOKEN_MODULO: return 7;
    default: return 0;
    }
}

/* The next token behind `index`, of those in no bracket of the run. */
static uint32_t step(const htnc_format_layout *l, uint32_t index)
{
    return (at(l, index)->partner > index ? at(l, index)->partner : index) + 1;
}

static unsigned weakest_of(const htnc_format_layout *l, run r)
{
    unsigned weakest = 0;
    for (uint32_t i = step(l, r.begin); i < r.end; i = step(l, i)) {
        const unsigned strength = strength_of(l, i);
        weakest = strength != 0 && (weakest == 0 || strength < weakest) ? strength : weakest;
    }
    return weakest;
}

/* Writes the words and lists of a run one after the other. */
static void write_elements(htnc_format_layout *l, run r)
{
    for (uint32_t i = r.begin, next; i < r.end; i = next) {
        next = step(l, i);
        if (next == i + 1) {
            write_token(l, i, i == r.begin);
            continue;
        }
        uint32_t rest = next; /* behind the list, up to the next place where a line may break */
        while (rest < r.end && at(l, rest)->partner <= rest)
            rest++;
        const uint32_t tail = width_of(l, next, rest) + (rest == r.end ? r.tail : 0) + (rest > next ? 1 : 0);
        const uint32_t blanks = i == r.begin ? 0 : blanks_before(l, i);
        if (fits(l, (run){i, next, tail}, current_column(l) + blanks) && at(l, i)->trail.count == 0)
            write_tokens(l, i, next, i == r.begin);
        else
            write_list(l, i, tail, i == r.begin);
    }
}

/* Writes a run whose first token is the first one of its line, or stands where the line ends. */
static void write_run(htnc_format_layout *l, run r)
{
    if (fits(l, r, current_column(l))) {
        write_tokens(l, r.begin, r.end, true);
        return;
    }
    const unsigned weakest = weakest_of(l, r);
    if (weakest == 0) {
        write_elements(l, r);
        return;
    }
    const uint32_t outer = l->indent;
    l->indent += INDENT;
    for (uint32_t begin = r.begin, end; begin < r.end; begin = end) {
        end = step(l, begin);
        while (end < r.end && strength_of(l, end) != weakest)
            end = step(l, end);
        if (begin > r.begin)
            begin_line(l, l->indent, begin);
        write_run(l, (run){begin, end, end == r.end ? r.tail : 0});
    }
    l->indent = outer;
}

/* The list of a declaration that stands in one line, and whose sign is aligned with those of its neighbours. 0: none. */
static uint32_t aligned_list(const htnc_format_layout *l, const htnc_format_part *part)
{
    const uint32_t open = part->begin + 1;
    const int kind = at(l, part->begin)->kind;
    const bool one = open < part->end && at(l, open)->partner > open &&
                     end_of_item(l, open + 1, at(l, open)->partner) == at(l, open)->partner;
    const bool fitting = fits(l, (run){part->begin, part->end, 0}, 0);
    return (kind == HTNC_TOKEN_CONSTANT || kind == HTNC_TOKEN_QUERY) && one && fitting ? open : 0;
}

void htnc_format_lay_out(htnc_format_layout *layout, const htnc_format_part *part)
{
    layout->indent = part->level * INDENT;
    layout->aligned = aligned_list(layout, part);
    if (layout->aligned != 0)
        htnc_format_last_line(layout->lines)->group = UINT32_MAX - (uint32_t)at(layout, part->begin)->kind;
    write_run(layout, (run){part->begin, part->end, 0});
    layout->aligned = 0;
}
