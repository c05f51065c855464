/* Replaces the system's header. WebAssembly has no longjmp, so a program ends where it would jump back. The page reads
 * the verdict, and checks the next certificate with another instance. */
typedef int jmp_buf;
#define setjmp(back) ((back) = 0)
#define longjmp(back, value) __builtin_trap()
