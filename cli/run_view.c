#include "run_view.h"
bool run_view_is_there(void)
{
    return false;
}
int run_view(run_model *model, uint32_t colour)
{
    (void)model, (void)colour;
    return 0;
}
