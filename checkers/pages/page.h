/* The interface for pages. A page puts a text into page_room(), calls page_check(), and reads page_verdict(): the kind,
 * followed by the text. If the certificate is valid, page_check() returns, and later certificates may cite it.
 * Otherwise it traps, and the instance must not be used again; the verdict can be read if it is not VALID. */

#define PAGE __attribute__((visibility("default")))

/* Returns room for a text and its values. Except for open brackets, each value takes two bytes of text. Returns NULL,
 * with a verdict, if memory runs out. */
PAGE char *page_room(size_t length) {
    free(buffer);
    free(values);
    buffer = NULL;
    values = NULL;
    verdict.kind = NOT_EXAMINED;
    if (length > MAX_BYTES) {
        print(verdict.text, sizeof verdict.text, "it has more than %u MiB", MAX_BYTES >> 20);
        return NULL;
    }
    size_t most = length / 2 + MAX_DEPTH + 2;
    values = malloc((most < MAX_VALUES ? most : MAX_VALUES) * sizeof *values);
    buffer = calloc(length + 1, 1);
    set_verdict(NOT_EXAMINED, "there is not enough memory");
    return values == NULL ? NULL : buffer;
}

PAGE void page_check(size_t length) {
    set_verdict(VALID, "");
    CHECK(length);
}

PAGE const void *page_verdict(void) {
    return &verdict;
}
