import { type SQL, sql } from 'drizzle-orm'
import { isEnglish } from '#contract/translate.ts'
import { type ProductColumns, toProduct } from '../catalog/product-wire.ts'
import type { SoldProduct } from '../db/tables/orders.ts'
import { readersTitle, type Titled } from '../http/readers-texts.ts'

/** The snapshot of a product, with both titles as it is bought. */
export function toSoldProduct(product: ProductColumns): SoldProduct {
  const { titleInEnglish } = product
  return { ...toProduct(product, ''), ...(titleInEnglish && { titleInEnglish }) }
}

/** Of `order_lines as line`: the title for the reader of now, so no part of a prepared statement. */
export function readersLineTitle(): SQL {
  return isEnglish()
    ? sql`coalesce(line.product ->> 'titleInEnglish', line.title)`
    : sql`line.title`
}

/** The title for the reader of now, of goods that something was kept with by their Chinese one. */
export function readersTitles(goods: readonly Titled[]): (title: string) => string {
  const shown = new Map(goods.map((one) => [one.title, readersTitle(one)]))
  return (title) => shown.get(title) ?? title
}
