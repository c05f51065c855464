/* taxman_check.c for pages. */

#include "text.h"
#include "../taxman_check.c"
#define CHECK(length) check(buffer, length, true)
#include "page.h"
