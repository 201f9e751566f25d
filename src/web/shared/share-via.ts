/** By which way a link was sent. */
export const shareVias = ['line', 'facebook', 'copy', 'qr', 'sheet'] as const
export type ShareVia = (typeof shareVias)[number]

const storageKey = 'shareVia'

/** Remembers for this tab by which way the link came that opened it. */
export function noteShareVia(address: string): void {
  const via = toShareVia(/[?&]via=([^&#]*)/.exec(address)?.[1])
  try {
    if (via) sessionStorage.setItem(storageKey, via)
  } catch {
    // A full or forbidden storage: nothing is noted.
  }
}

export function notedShareVia(): ShareVia | undefined {
  try {
    return toShareVia(sessionStorage.getItem(storageKey))
  } catch {
    return undefined
  }
}

function toShareVia(text: string | null | undefined): ShareVia | undefined {
  return shareVias.find((known) => known === text)
}
