import { t } from './translate.ts'
import { variantTitle } from './variants.ts'

interface NamedLine {
  product_id: string
  /** Absent of a product without options. */
  variant_title?: string
  title: string
  qty: number
}

/** Lines by their product, in their order. */
export function linesByProduct<Line extends { product_id: string }>(
  lines: readonly Line[],
): Line[][] {
  return [...Map.groupBy(lines, ({ product_id }) => product_id).values()]
}

export function piecesOf(lines: readonly { qty: number }[]): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

/** 「蝦餅：原味 × 3、辣味 × 9，共 12；馬克杯 × 2」: several variants have the name of their product once. */
export function linesText(lines: readonly NamedLine[]): string {
  return productTexts(lines).join(t('；'))
}

/** The text of each product. */
export function productTexts(lines: readonly NamedLine[]): string[] {
  return linesByProduct(lines).map((ofProduct) => {
    const of = ofProduct.length > 1 ? productTitle(ofProduct) : undefined
    const named = ofProduct
      .map(({ title, variant_title, qty }) => `${of ? variant_title : title} × ${qty}`)
      .join(t('、'))
    const sum = ofProduct.length > 1 ? t('，共 {pieces}', { pieces: piecesOf(ofProduct) }) : ''
    return `${of ? t('{product}：', { product: of }) : ''}${named}${sum}`
  })
}

/** Undefined where a line does not tell its variant apart, as of older supplier orders. */
export function productTitle(lines: readonly NamedLine[]): string | undefined {
  const [{ title = '', variant_title: variant = '' } = {}] = lines
  const [product = ''] = title.split(variantTitle('', variant))
  return lines.every((line) => line.variant_title) ? product : undefined
}
