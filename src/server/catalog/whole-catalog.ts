import type { ProductColumns } from './product-wire.ts'

/** A catalogue that goes in one answer ends here; a larger one is read page by page. */
export const wholeCatalog = { products: 5_000, characters: 16 * 1024 * 1024 }

/** The size of a batch: with the longest descriptions, some 25 MB. */
const batchSize = 250

/**
 * Reads products in batches up to a limit of rows and of bytes, which bounds the memory that the
 * largest catalogue takes.
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
