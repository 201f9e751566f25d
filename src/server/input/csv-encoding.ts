import { createMultibyteDecoder } from '@exodus/bytes/multi-byte.js'
import { CsvError } from './csv.ts'

export type CsvEncoding = 'utf-8' | 'big5'

/** How files begin that people take for a table: workbooks, documents, pictures, archives, markup. */
const signatures: readonly (readonly [offset: number, start: string])[] = [
  [0, 'PK\x03\x04'],
  [0, '\xd0\xcf\x11\xe0'],
  [0, '%PDF'],
  [0, '\x89PNG'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [4, 'ftyp'],
  [8, 'WEBP'],
  [0, '\x1f\x8b'],
  // XML and HTML, as some programs write under the name of a workbook.
  [0, '<'],
  [0, '\xef\xbb\xbf<'],
]

/** Whether the bytes are a workbook, a PDF, a picture or their like, whatever the file is called. */
export function isNoText(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 16)
  const isBitmap =
    start.startsWith('BM') && bytes.length > 6 && bytes.readUInt32LE(2) === bytes.length
  return isBitmap || signatures.some(([offset, text]) => start.startsWith(text, offset))
}

/** By the table of the WHATWG, ETEN and HKSCS included: that of Node lacks の, ① and 堃. */
const decodeBig5 = createMultibyteDecoder('big5', true)

/**
 * Bytes as text: by the byte order mark, else as UTF-8, else as Big5; or in the given encoding.
 * A character of Big5 that nobody knows, such as one of a user, is U+FFFD. Throws CsvError.
 */
export function decodeCsv(bytes: Buffer, encoding?: CsvEncoding): string {
  for (const candidate of encoding ? [encoding] : candidatesFor(bytes)) {
    try {
      if (candidate !== 'big5') return new TextDecoder(candidate, { fatal: true }).decode(bytes)
      if (isBig5(bytes)) return decodeBig5(bytes)
    } catch {}
  }
  throw new CsvError(1, '編碼不是 UTF-8 或 Big5')
}

/** Whether the bytes are ASCII and pairs of Big5, whatever these stand for. */
function isBig5(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[++at] ?? 0
    const isTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe)
    if (lead === 0x80 || lead === 0xff || !isTrail) return false
  }
  return true
}

function candidatesFor(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  return ['utf-8', 'big5']
}
