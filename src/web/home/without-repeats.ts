import type { Product } from '#contract/catalog.ts'

type Rows = readonly Product[] | undefined

/**
 * Leaves a block empty whose products all stand in the blocks above it. Undefined is not known yet,
 * and makes those below it wait: a block that is shown is not taken away again.
 */
export function withoutRepeats<K extends string>(
  order: readonly K[],
  rows: Partial<Record<K, Rows>>,
): Partial<Record<K, Rows>> {
  const above = new Set<string>()
  let isWaiting = false
  const kept: Partial<Record<K, Rows>> = {}
  for (const kind of order) {
    if (!(kind in rows)) continue
    const products = rows[kind]
    if (products === undefined) isWaiting = true
    if (isWaiting) {
      kept[kind] = undefined
      continue
    }
    const isRepeat = products?.every(({ id }) => above.has(id))
    kept[kind] = isRepeat ? [] : products
    for (const { id } of products ?? []) above.add(id)
  }
  return kept
}
