import type { HandOut } from '#contract/hand-out.ts'
import { handOutCodePattern } from '#contract/hand-out-states.ts'
import { linesByProduct, piecesOf } from '#contract/lines-text.ts'

/** The code in what was scanned or typed: six digits, or the address of a QR code with them. */
export function codeOf(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const ofAddress = /[?&]code=(\d{6})(?:$|[&#])/.exec(plain)?.[1]
  if (ofAddress) return ofAddress
  const digits = plain.replace(/[\s-]/g, '')
  return handOutCodePattern.test(digits) ? digits : undefined
}

/** The rows that a code may be of, without asking the shop. */
export function rowsOfCode(rows: readonly HandOut[], code: string): HandOut[] {
  return rows.filter(({ code_end: end }) => end === code.slice(-3))
}

/** Those whose name, end of the telephone or number has the text in it. */
export function rowsOfName(rows: readonly HandOut[], text: string): HandOut[] {
  const wanted = text.normalize('NFKC').trim().toLowerCase()
  if (wanted === '') return [...rows]
  return rows.filter(({ name, tel_end, number = '' }) =>
    [name, tel_end, number].some((one) => one.normalize('NFKC').toLowerCase().includes(wanted)),
  )
}

export interface ProductCount {
  /** Of the variant, or of a product without options. */
  id: string
  title: string
  /** Pieces that are still here, and in all. */
  left: number
  total: number
}

/** The pieces on the table, by product and variant. */
export function countProducts(rows: readonly HandOut[]): ProductCount[] {
  const lines = rows.flatMap(({ lines: own, state }) =>
    own.map((line) => ({ ...line, isLeft: state !== 'handed_out' })),
  )
  const ofSold = Map.groupBy(lines, ({ variant_id, product_id }) => variant_id ?? product_id)
  return linesByProduct(lines)
    .flatMap((ofProduct) => [...new Set(ofProduct.map((l) => l.variant_id ?? l.product_id))])
    .map((id) => {
      const same = ofSold.get(id) ?? []
      const [first] = same
      return {
        id,
        title: first?.title ?? '',
        left: piecesOf(same.filter(({ isLeft }) => isLeft)),
        total: piecesOf(same),
      }
    })
}
