/** Nine elements of a sign, a bar first, then spaces and bars in turn; `w` is wide. */
const signs: Record<string, string> = {
  '0': 'nnnwwnwnn',
  '1': 'wnnwnnnnw',
  '2': 'nnwwnnnnw',
  '3': 'wnwwnnnnn',
  '4': 'nnnwwnnnw',
  '5': 'wnnwwnnnn',
  '6': 'nnwwwnnnn',
  '7': 'nnnwnnwnw',
  '8': 'wnnwnnwnn',
  '9': 'nnwwnnwnn',
  A: 'wnnnnwnnw',
  B: 'nnwnnwnnw',
  C: 'wnwnnwnnn',
  D: 'nnnnwwnnw',
  E: 'wnnnwwnnn',
  F: 'nnwnwwnnn',
  G: 'nnnnnwwnw',
  H: 'wnnnnwwnn',
  I: 'nnwnnwwnn',
  J: 'nnnnwwwnn',
  K: 'wnnnnnnww',
  L: 'nnwnnnnww',
  M: 'wnwnnnnwn',
  N: 'nnnnwnnww',
  O: 'wnnnwnnwn',
  P: 'nnwnwnnwn',
  Q: 'nnnnnnwww',
  R: 'wnnnnnwwn',
  S: 'nnwnnnwwn',
  T: 'nnnnwnwwn',
  U: 'wwnnnnnnw',
  V: 'nwwnnnnnw',
  W: 'wwwnnnnnn',
  X: 'nwnnwnnnw',
  Y: 'wwnnwnnnn',
  Z: 'nwwnwnnnn',
  '-': 'nwnnnnwnw',
  '.': 'wwnnnnwnn',
  ' ': 'nwwnnnwnn',
  '*': 'nwnnwnwnn',
}

/** A bar of a barcode, in units of its narrowest element. */
interface Bar {
  at: number
  width: number
}

const wide = 2

/**
 * A text as the bars of Code 39 (ISO/IEC 16388), between its start and stop signs. Undefined when a
 * sign of it has no bars.
 */
export function code39(text: string): { bars: Bar[]; width: number } | undefined {
  const bars: Bar[] = []
  let at = 0
  for (const sign of `*${text}*`) {
    const elements = signs[sign]
    if (!elements || (sign === '*' && text.includes(sign))) return undefined
    for (const [index, element] of [...elements].entries()) {
      const width = element === 'w' ? wide : 1
      if (index % 2 === 0) bars.push({ at, width })
      at += width
    }
    // The gap between two signs.
    at += 1
  }
  return { bars, width: at - 1 }
}
