/*
 * Where parsing goes on after an error: at the next item, after the brackets, or at the next declaration or part. First the token
 * that the parser could not take is put back. Invariant: parsing never resumes twice at the same token, so it ends.
 */
#include "compiler/syntax/error_recovery.h"

#include "compiler/syntax/ast_parts.h"
#include "compiler/syntax/token_queue.h"
#include "compiler/syntax/token_words.h"
#include "htn.tab.h"

/* Puts back the token that the parser could not take, and undoes its effect on the brackets. */
static void undo_last(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    htnc_token token = filter->last;
    if (token.kind == HTNC_TOKEN_OPEN || token.kind == HTNC_TOKEN_LEFT)
        filter->depth--;
    else if (token.kind == HTNC_TOKEN_CLOSE || token.kind == HTNC_TOKEN_RIGHT)
        filter->brackets[filter->depth++] = filter->closed;
    if (token.begins)
        filter->section = filter->section_before;
    if (!token.stand_in && !filter->ended)
        htnc_token_put_back(parser, token);
    filter->unreported = false;
    filter->last = filter->before;
}

/* Skips a token where parsing resumed before. False: the end of the file was reached too often. */
static bool make_progress(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    const htnc_token *token = htnc_token_ahead(parser, 0);
    bool again = token->span.begin == filter->resumed_at;
    if (again && token->kind != HTNC_TOKEN_END) {
        htnc_token_take(parser);
        token = htnc_token_ahead(parser, 0);
        again = false;
    }
    filter->resumed_at = token->span.begin;
    filter->resumed_again = again ? filter->resumed_again + 1 : 0;
    return filter->resumed_again <= HTNC_DEEPEST;
}

/* Skips to the end of the item, or of the brackets, that the error was in. */
static void skip_within(htnc_parser *parser, bool to_comma)
{
    htnc_filter *filter = &parser->filter;
    unsigned round = 0;
    unsigned square = 0;
    for (; filter->depth > 0 && !filter->brackets[filter->depth - 1].square; filter->depth--)
        round++;
    for (;;) {
        int kind = htnc_token_ahead(parser, 0)->kind;
        bool between = round == 0 && square == 0;
        bool separates =
            kind == HTNC_TOKEN_COMMA || (kind == HTNC_TOKEN_DOT && filter->depth > 0 && htnc_is_among_subtasks(filter));
        if (to_comma && between && separates)
            return;
        if (kind == HTNC_TOKEN_CLOSE) {
            if (square == 0)
                return;
            square--;
            round = 0;
        } else if (htnc_interrupts(parser)) {
            filter->suspect = true;
            return;
        }
        square += kind == HTNC_TOKEN_OPEN;
        round += kind == HTNC_TOKEN_LEFT;
        round -= kind == HTNC_TOKEN_RIGHT && round > 0;
        htnc_token_take(parser);
    }
}

bool htnc_resume_item(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, true);
    return make_progress(parser);
}

bool htnc_resume_value(htnc_parser *parser)
{
    undo_last(parser);
    skip_within(parser, false);
    return make_progress(parser);
}

bool htnc_resume_file(htnc_parser *parser)
{
    htnc_filter *filter = &parser->filter;
    bool lone_task = filter->between && filter->last.kind == HTNC_TOKEN_TASK;
    undo_last(parser);
    htnc_ast_failed(parser, lone_task ? HTNC_TOKEN_COMPOUND : filter->between ? 0 : filter->section);
    unsigned open = filter->depth;
    filter->depth = 0;
    for (;;) {
        int kind = htnc_token_ahead(parser, 0)->kind;
        bool after_bracket = open == 0 && filter->last.kind == HTNC_TOKEN_CLOSE;
        if (kind == HTNC_TOKEN_END || htnc_begins_something(parser) || (after_bracket && htnc_seems_to_begin(parser)))
            return make_progress(parser);
        open += kind == HTNC_TOKEN_OPEN || kind == HTNC_TOKEN_LEFT;
        open -= open > 0 && (kind == HTNC_TOKEN_CLOSE || kind == HTNC_TOKEN_RIGHT);
        filter->last = htnc_token_take(parser);
    }
}
