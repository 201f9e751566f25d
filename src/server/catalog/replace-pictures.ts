import { and, eq } from 'drizzle-orm'
import { escapeHtml, withSources } from '#contract/markup.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { variants } from '../db/tables/catalog.ts'
import type { Transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { lockProduct, updateProduct } from './admin-catalog.queries.ts'
import type { ProductRow } from './product-wire.ts'

interface Pictured {
  imageUrl: string
  imagesUrl: readonly string[]
  description: string
  variants?: readonly { imageUrl: string }[] | null
}

/** Browsers and servers take no longer ones. */
const maxAddress = 2_000
const isElsewhere = (address: string) =>
  address.length <= maxAddress && /^https?:\/\//i.test(address)
const withoutEntities = (address: string) => address.replaceAll('&amp;', '&')

/** The addresses of pictures elsewhere that a product shows, each once. */
export function picturesElsewhere(product: Pictured): string[] {
  const addresses = [product.imageUrl, ...product.imagesUrl]
  addresses.push(...(product.variants ?? []).map(({ imageUrl }) => imageUrl))
  withSources(product.description, (address) => {
    addresses.push(withoutEntities(address))
    return address
  })
  return [...new Set(addresses)].filter(isElsewhere)
}

/**
 * Puts other addresses of pictures in the place of those that a product has, in its variants and its
 * description, too. Does nothing to a product that is no longer there.
 */
export async function replacePictures(
  tx: Transaction,
  actor: StaffActor,
  productId: string,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await lockProduct(tx, productId)
  if (!known) return
  const other = (address: string) => replaced.get(address) ?? address
  const description = withSources(known.description, (address) => {
    const now = replaced.get(withoutEntities(address))
    return now === undefined ? address : escapeHtml(now)
  })
  const { before, after } = changedFields<Partial<ProductRow>>(known, {
    imageUrl: other(known.imageUrl),
    imagesUrl: known.imagesUrl.map(other),
    description,
  })
  for (const [from, to] of replaced) {
    const isShown = and(eq(variants.productId, productId), eq(variants.imageUrl, from))
    await tx.update(variants).set({ imageUrl: to }).where(isShown)
  }
  // The caches of the catalogue hear of a change of the product, even where variants alone have one.
  await updateProduct(tx, productId, { imageUrl: other(known.imageUrl), ...after })
  await recordAudit(tx, actor, {
    action: 'product.update',
    subject: { kind: 'product', id: productId, title: known.title },
    before,
    after,
  })
}
