/*
 * What tasks need before anything can have made it true, pulled up into the conditions of their methods.
 */
#include "lifted_inside.h"

void lifted_infer(lifted_search *search)
{
    (void)search;
}
