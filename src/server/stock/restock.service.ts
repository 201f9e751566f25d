import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import {
  findAvailability,
  insertRequest,
  listOpenRequests,
  lockAddress,
} from './restock.queries.ts'

const perNetwork: RateLimit = { name: 'restock.network', max: 30, windowSeconds: 3600 }
const maxOpenRequests = 20

/** Registers an address for a sold-out product; a second time, it adds nothing. */
export async function requestRestock(
  db: NodePgDatabase,
  request: { productId: string; email: string; network: string },
  limitScale: number,
): Promise<void> {
  const { productId, network } = request
  const email = normalizeEmail(request.email)
  if (email === undefined) throw new ShopError('RESTOCK_EMAIL_INVALID')
  const limit = { ...perNetwork, max: perNetwork.max * limitScale }
  await consumeOrThrow(db, limit, network)
  await transaction(db, async (tx) => {
    const product = await findAvailability(tx, productId)
    if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
    if (product.isAvailable) throw new ShopError('RESTOCK_NOT_NEEDED')
    await lockAddress(tx, email)
    const open = await listOpenRequests(tx, email)
    if (open.some((request) => request.productId === productId)) return
    const answerable = open.filter(({ isPublished }) => isPublished)
    if (answerable.length >= maxOpenRequests) throw new ShopError('TOO_MANY_REQUESTS')
    await insertRequest(tx, { productId, email })
  })
}
