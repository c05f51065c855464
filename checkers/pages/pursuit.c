/* pursuit_check.c for pages. */

#include "text.h"
#include "../pursuit_check.c"
#define CHECK(length) check(buffer, length)
#include "page.h"
