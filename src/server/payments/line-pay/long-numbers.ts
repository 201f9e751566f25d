/** Parses JSON; a whole number that a number of JavaScript cannot hold is a text of its digits. */
export function parseWithLongNumbers(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    const isLong = typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source)
    return isLong ? source : value
  })
}
