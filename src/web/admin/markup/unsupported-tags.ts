/** Kept by the server, and lost by the editor. Wrappers without a look of their own do not count. */
const unsupported = /<(?:figure|figcaption|caption|dl)\b/gi

/** Beginnings of the elements of a text that the editor would lose. */
export function unsupportedIn(html: string): string[] {
  return [...new Set(html.match(unsupported))].map((start) => `${start.toLowerCase()}>`)
}
