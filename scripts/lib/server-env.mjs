/**
 * Limits the memory of a server: two arenas of the C library in place of eight a processor, and a
 * young generation of at most 24 MB. The image sets the same; the environment wins.
 */
export const serverEnv = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=8',
}

/**
 * The young generation has its size from the start: it would grow by what outlives a collection,
 * and requests leave too little for that. One thread marks what lives beside the program: on two
 * processors several would keep the program waiting. Node refuses both in NODE_OPTIONS.
 */
export const serverArgs = ['--min-semi-space-size=8', '--concurrent-marking-max-worker-num=1']
