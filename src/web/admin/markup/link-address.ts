/** The address of a link as somebody types it; undefined where it can be none. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:|tel:|\/(?!\/))\S+$/i.test(text) || text === '/') return text
  if (/^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text)) return `mailto:${text}`
  if (/^[^\s/:.]+(?:\.[^\s/:.]+)+(?::\d+)?(?:\/\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
