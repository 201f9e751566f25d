import type { ProductColumns } from './product-wire.ts'

/** A catalogue that goes in one answer ends here; a larger one is read page by page. */
export const wholeCatalog = { products: 5_000, characters: 16 * 1024 * 1024 }

/** A step of the reading: with the longest descriptions there are, some 25 MB. */
const batchSize = 250

/**
 * Reads products in steps until there are no more, or enough of them or of their texts, so that
 * the largest catalogue takes no more memory than these.
 */
export async function readWholeCatalog(
  readBatch: (batch: { after: string | undefined; limit: number }) => Promise<ProductColumns[]>,
): Promise<ProductColumns[]> {
  const rows: ProductColumns[] = []
  let characters = 0
  while (rows.length < wholeCatalog.products) {
    const limit = Math.min(batchSize, wholeCatalog.products - rows.length)
    const batch = await readBatch({ after: rows.at(-1)?.id, limit })
    for (const row of batch) {
      characters += sizeOf(row)
      if (characters > wholeCatalog.characters) return rows
      rows.push(row)
    }
    if (batch.length < limit) break
  }
  return rows
}

function sizeOf({ description, content, contentJson, extra }: ProductColumns): number {
  return description.length + content.length + JSON.stringify([contentJson, extra]).length
}
