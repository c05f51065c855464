/* Functions that the loader calls, in __init__.py. */

#include "kernels.h"

#define LOADER __attribute__((visibility("default")))
#if defined(_WIN32)
#undef LOADER
#define LOADER __declspec(dllexport)
#endif

/* The digest of the sources that this library was compiled from; build.py defines it. */
LOADER const char *library_sources(void) {
    return SOURCES;
}

/* Frees the memory of a result. Python cannot do this itself: on Windows, each library has its own heap. */
LOADER void library_release(void *data) {
    free(data);
}
