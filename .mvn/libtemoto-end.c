/* No code: the linker gives the library the symbol _end, below all memory that Open MPI would register with the network.
   gcc -shared -nostdlib -s -Wl,--defsym=_end=0x1000 -o libtemoto-end.so libtemoto-end.c */
