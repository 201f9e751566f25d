import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { networkKey } from '../limits/holder-keys.ts'
import { type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
import { consumeOfNetworkOrThrow } from '../limits/network-limit.ts'
import {
  findAvailabilityOf,
  insertRequest,
  listOpenRequests,
  lockAddress,
} from './restock.queries.ts'

const maxOpenRequests = 20

/** Registers an address for a sold-out product; a second time, it adds nothing. */
export async function requestRestock(
  db: NodePgDatabase,
  request: { productId: string; variantId: string | undefined; email: string; ip: string },
  limits: LimitSizes,
): Promise<void> {
  const { ip } = request
  const email = normalizeEmail(request.email)
  if (email === undefined) throw new ShopError('RESTOCK_EMAIL_INVALID')
  const network = rateLimitOf(limits, 'restock.network')
  const all = rateLimitOf(limits, 'restock.all')
  const underAttack = rateLimitOf(limits, 'restock.under-attack')
  await consumeOfNetworkOrThrow(db, { network, all, underAttack }, ip)
  await transaction(db, async (tx) => {
    const sold = await findAvailabilityOf(tx, request.productId, request.variantId)
    if (!sold) throw new ShopError('PRODUCT_NOT_FOUND')
    const { variantId, isAvailable } = sold
    if (isAvailable) throw new ShopError('RESTOCK_NOT_NEEDED')
    await lockAddress(tx, email)
    const open = await listOpenRequests(tx, email)
    if (open.some((request) => request.variantId === variantId)) return
    const answerable = open.filter(({ isPublished }) => isPublished)
    if (answerable.length >= maxOpenRequests) throw new ShopError('TOO_MANY_REQUESTS')
    await insertRequest(tx, { variantId, email, network: networkKey(ip) })
  })
}
