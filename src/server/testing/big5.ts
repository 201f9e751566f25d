import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'

const encode = createMultibyteEncoder('big5')

/** A text as Big5; throws for a character that it does not have. */
export function encodeBig5(text: string): Buffer {
  return Buffer.from(encode(text))
}
