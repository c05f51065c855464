/* What a page calls.  It puts a text into page_room(), calls page_check(), and reads page_verdict(): the kind, and
 * behind it the words.  page_check() returns if the certificate is valid; it may then be cited.  Otherwise it traps, and
 * the instance is of no more use; the verdict stands, if it is not VALID. */

#define PAGE __attribute__((visibility("default")))

/* Room for a text and its values, of which each takes two bytes, but for open brackets.  NULL, with a verdict, if there
 * is none. */
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
