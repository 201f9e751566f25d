import { inArray } from 'drizzle-orm'
import { refunds } from '../../db/tables/payments.ts'
import { transaction } from '../../db/transaction.ts'
import { writeRefundState } from '../../payments/refunds/refunds.queries.ts'
import type { TestAdministrator } from '../test-administrator.ts'
import { orderData, type TestShop, type Visitor } from '../test-shop.ts'

/** A number from 0 up to, not including, `sides`; the same of the same seed. */
export type Dice = (sides: number) => number

export function createDice(seed: number): Dice {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface StoryParts {
  shop: TestShop
  owner: TestAdministrator
  productIds: readonly string[]
  dice: Dice
}

/**
 * Plays random actions on one order, by its shopper and by the staff: paid, paid by hand,
 * withdrawn, refunded in parts, cancelled, archived, restored. Its state refuses some. Returns the
 * id of the order.
 */
export async function tellOrderStory(parts: StoryParts): Promise<string> {
  const { shop, owner, dice, productIds } = parts
  const guest = shop.guest()
  const id = await placeOrder(guest, parts)
  const happenings: (() => Promise<unknown>)[] = [
    () => guest.post(`/pay/${id}`),
    () => owner.put(`/admin/order/${id}`, { is_paid: true }),
    () => owner.put(`/admin/order/${id}`, { is_paid: false }),
    () => owner.post(`/admin/order/${id}/refund`, { amount: 1 + dice(300), reason: '少一件' }),
    () => owner.post(`/admin/order/${id}/cancel`, { reason: '改變心意' }),
    () => owner.post(`/admin/order/${id}/prepare`),
    () => owner.delete(`/admin/order/${id}`),
    () => owner.post(`/admin/order/${id}/restore`),
    () => completeRefunds(shop),
    () => placeOrder(guest, { dice, productIds }),
  ]
  const steps = 1 + dice(7)
  for (let step = 0; step < steps; step++) await happenings[dice(happenings.length)]?.()
  return id
}

async function placeOrder(
  guest: Visitor,
  { dice, productIds }: Pick<StoryParts, 'dice' | 'productIds'>,
): Promise<string> {
  const product_id = productIds[dice(productIds.length)]
  await guest.post('/cart', { product_id, qty: 1 + dice(4) })
  return (await guest.post('/order', orderData)).body.orderId
}

/** As if the gateway, or somebody with a bank account, had done them. */
export function completeRefunds({ database }: Pick<TestShop, 'database'>): Promise<void> {
  return transaction(database.db, async (tx) => {
    const isWaiting = inArray(refunds.state, ['queued', 'manual'])
    const waiting = await tx.select({ id: refunds.id }).from(refunds).where(isWaiting)
    for (const { id } of waiting) await writeRefundState(tx, id, 'done')
  })
}
