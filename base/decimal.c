/* Decimals with three places as text; see decimal.h. No floating point: each text has exactly one value. */
#include "base/decimal.h"

#include <stdio.h>

enum { ONE = 1000, PLACES = 3 };

const char *base_decimal(char text[BASE_DECIMAL_SIZE], int64_t thousandths)
{
    const uint64_t size = thousandths < 0 ? 0 - (uint64_t)thousandths : (uint64_t)thousandths;
    const int length = snprintf(text, BASE_DECIMAL_SIZE, "%s%llu.%03u", thousandths < 0 ? "-" : "",
                                (unsigned long long)(size / ONE), (unsigned)(size % ONE));
    char *end = text + length;
    while (end[-1] == '0' && end[-2] != '.')
        *--end = '\0';
    return text;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool base_decimal_read(const char *text, int32_t *thousandths)
{
    const bool negative = *text == '-';
    const char *at = text + negative;
    int64_t sum = 0;
    int places = 0;
    if (!is_digit(*at))
        return false;
    for (; is_digit(*at) && sum <= INT32_MAX; at++)
        sum = sum * 10 + (*at - '0');
    if (*at == '.' && is_digit(at[1]))
        for (at++; is_digit(*at) && places < PLACES; at++, places++)
            sum = sum * 10 + (*at - '0');
    for (; places < PLACES; places++)
        sum *= 10;
    sum = negative ? -sum : sum;
    *thousandths = (int32_t)sum;
    return *at == '\0' && sum >= INT32_MIN && sum <= INT32_MAX;
}
