const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of a workbook, such that those after February 1900 are right; of old ones of the Macintosh 1904. */
const epochs = { windows: Date.UTC(1899, 11, 30), macintosh: Date.UTC(1904, 0, 1) }

/** Formats that every program knows by their number: days and times, those of Taiwan and Japan too. */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Characters of a format, as Excel writes it. */
const maxCode = 255

/** Whether a number format shows a day or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id)
  // Without quoted texts, escaped signs, and what stands in brackets, but for `[h]`.
  const plain = code.slice(0, maxCode).replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(plain) && !/general/i.test(plain)
}

/** A serial number as `2026/11/21`, with its time where it has one. */
export function toDateText(serial: number, is1904: boolean): string {
  const at = (is1904 ? epochs.macintosh : epochs.windows) + Math.round(serial * 86_400) * 1000
  if (!Number.isFinite(serial) || Math.abs(at) > 8e15) return String(serial)
  const iso = new Date(at).toISOString()
  const day = iso.slice(0, 10).replaceAll('-', '/')
  return at % dayMs === 0 ? day : `${day} ${iso.slice(11, 19)}`
}
