/** The library of pictures, read when the first one is made: it takes 10 MB of a shop that makes none. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread and no cache for libvips: the shop needs the processors and the memory.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
