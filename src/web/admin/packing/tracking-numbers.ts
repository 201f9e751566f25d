/** By the id of the order. */
export type TrackingNumbers = Record<string, string>

/** Fills the field of an order and those below it with the pasted lines. */
export function pasteNumbers(
  typed: TrackingNumbers,
  pasted: { text: string; from: string; ids: readonly string[] },
): TrackingNumbers {
  const { text, from, ids } = pasted
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  // A spreadsheet ends its last line, too.
  if (lines.at(-1) === '') lines.pop()
  const below = ids.slice(ids.indexOf(from), ids.indexOf(from) + lines.length)
  return { ...typed, ...Object.fromEntries(below.map((id, index) => [id, lines[index] ?? ''])) }
}

const pattern = /^[A-Za-z0-9-]{0,40}$/

export function isTrackingNumber(text: string): boolean {
  return pattern.test(text)
}

/** Why the number of an order should be looked at again; undefined when nothing is known. */
export function numberWarning(
  id: string,
  typed: TrackingNumbers,
  known: { orders: readonly { id: string; number: string }[]; used: ReadonlyMap<string, string> },
): string | undefined {
  const own = typed[id]?.trim()
  if (!own) return undefined
  if (!isTrackingNumber(own)) return '限英文、數字與 -，最多 40 字'
  const twin = known.orders.find((order) => order.id !== id && typed[order.id]?.trim() === own)
  const other = twin?.number ?? known.used.get(own)
  return other && `與訂單 ${other} 的單號相同`
}
