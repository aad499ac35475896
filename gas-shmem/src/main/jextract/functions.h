/*
 * Functions of OpenSHMEM as Temoto calls them: each takes six words, ignores those that it does not declare, and returns a word. So all
 * handles are of one type: the first handle of each further type delays the start of a PE by milliseconds. The calling conventions of
 * Linux on x86-64 and AArch64 allow it; of a result that is an int the upper half means nothing.
 *
 * Above each is its declaration in shmem.h, which a test compares with the installed one.
 */

typedef long word;

// int shmem_init_thread(int requested, int *provided);
word shmem_init_thread(word requested, word provided, word, word, word, word);

// void shmem_finalize(void);
word shmem_finalize(word, word, word, word, word, word);

// int shmem_my_pe(void);
word shmem_my_pe(word, word, word, word, word, word);

// int shmem_n_pes(void);
word shmem_n_pes(word, word, word, word, word, word);

// void *shmem_ptr(const void *ptr, int pe);
word shmem_ptr(word ptr, word pe, word, word, word, word);

// void *shmem_calloc(size_t count, size_t size);
word shmem_calloc(word count, word size, word, word, word, word);

// void *shmem_align(size_t align, size_t size);
word shmem_align(word align, word size, word, word, word, word);

// void shmem_free(void *ptr);
word shmem_free(word ptr, word, word, word, word, word);

// int shmem_ctx_create(long options, shmem_ctx_t *ctx);
word shmem_ctx_create(word options, word ctx, word, word, word, word);

// void shmem_ctx_destroy(shmem_ctx_t ctx);
word shmem_ctx_destroy(word ctx, word, word, word, word, word);

// void shmem_ctx_fence(shmem_ctx_t ctx);
word shmem_ctx_fence(word ctx, word, word, word, word, word);

// void shmem_ctx_quiet(shmem_ctx_t ctx);
word shmem_ctx_quiet(word ctx, word, word, word, word, word);

// void shmem_ctx_getmem(shmem_ctx_t ctx, void *target, const void *source, size_t len, int pe);
word shmem_ctx_getmem(word ctx, word target, word source, word len, word pe, word);

// void shmem_ctx_putmem(shmem_ctx_t ctx, void *target, const void *source, size_t len, int pe);
word shmem_ctx_putmem(word ctx, word target, word source, word len, word pe, word);

// void shmem_ctx_getmem_nbi(shmem_ctx_t ctx, void *target, const void *source, size_t len, int pe);
word shmem_ctx_getmem_nbi(word ctx, word target, word source, word len, word pe, word);

// void shmem_ctx_putmem_nbi(shmem_ctx_t ctx, void *target, const void *source, size_t len, int pe);
word shmem_ctx_putmem_nbi(word ctx, word target, word source, word len, word pe, word);

// long shmem_ctx_long_atomic_fetch(shmem_ctx_t ctx, const long *target, int pe);
word shmem_ctx_long_atomic_fetch(word ctx, word target, word pe, word, word, word);

// void shmem_ctx_long_atomic_set(shmem_ctx_t ctx, long *target, long value, int pe);
word shmem_ctx_long_atomic_set(word ctx, word target, word value, word pe, word, word);

// long shmem_ctx_long_atomic_swap(shmem_ctx_t ctx, long *target, long value, int pe);
word shmem_ctx_long_atomic_swap(word ctx, word target, word value, word pe, word, word);

// long shmem_ctx_long_atomic_compare_swap(shmem_ctx_t ctx, long *target, long cond, long value, int pe);
word shmem_ctx_long_atomic_compare_swap(word ctx, word target, word cond, word value, word pe, word);

// long shmem_ctx_long_atomic_fetch_add(shmem_ctx_t ctx, long *target, long value, int pe);
word shmem_ctx_long_atomic_fetch_add(word ctx, word target, word value, word pe, word, word);

// void shmem_ctx_long_atomic_add(shmem_ctx_t ctx, long *target, long value, int pe);
word shmem_ctx_long_atomic_add(word ctx, word target, word value, word pe, word, word);

// void shmem_barrier_all(void);
word shmem_barrier_all(word, word, word, word, word, word);
