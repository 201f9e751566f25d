/**
 * Finds those of many texts that stand at a place of another one, the longest first: its parts are looked
 * up, so that the time does not grow with the number of texts.
 */
export function standingAt<T>(
  known: Iterable<readonly [text: string, value: T]>,
): (text: string, at?: number) => T[] {
  const values = new Map(known)
  values.delete('')
  const lengths = [...new Set([...values.keys()].map(({ length }) => length))]
  lengths.sort((a, b) => b - a)
  return (text, at = 0) =>
    lengths.flatMap((length) => {
      const isWithin = at + length <= text.length
      return (isWithin ? values.get(text.slice(at, at + length)) : undefined) ?? []
    })
}
