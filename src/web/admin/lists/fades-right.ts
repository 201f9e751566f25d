/** Tells that a row goes on to the right. Its content ends with 32 px that are empty. */
export const fadesRight = {
  maskImage: 'linear-gradient(to right, #000 calc(100% - 32px), transparent)',
} as const
