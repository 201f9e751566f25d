/** Each character that Big5 has, by what the decoder of the platform gives for its two bytes. */
const bytesOf = new Map<string, [number, number]>()
const decoder = new TextDecoder('big5')
for (let lead = 0xfe; lead >= 0xa1; lead--) {
  for (let trail = 0xfe; trail >= 0x40; trail--) {
    const character = decoder.decode(Uint8Array.of(lead, trail))
    if (character.length === 1 && character !== '\uFFFD') bytesOf.set(character, [lead, trail])
  }
}

/** A text as Big5; throws for a character that it does not have. */
export function encodeBig5(text: string): Buffer {
  return Buffer.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0)
      if (code < 0x80) return [code]
      const bytes = bytesOf.get(character)
      if (!bytes) throw new Error(`Big5 has no ${character}`)
      return bytes
    }),
  )
}
