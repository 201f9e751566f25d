import { onDeliveryMethod } from '../../src/contract/payments.ts'
import type { RaceRequest } from '../race/held-request.ts'
import { pick } from '../race/scenario.ts'
import { addition, call, contact, newGuest, type Shopper, withKey } from '../race/shopper.ts'
import { insist, insistOnQuery } from './insist.ts'
import { payAtLine } from './line-payer.ts'
import { pickStore } from './store-orders.ts'
import type { World } from './world.ts'

/** One order from the cart to whatever comes of it; a lost answer is repeated with its key. */
export async function shopOnce(
  world: World,
  {
    tag,
    isToStore,
    isAtLine,
    member,
  }: { tag: string; isToStore: boolean; isAtLine: boolean; member?: Shopper | undefined },
): Promise<void> {
  const { harness, gateway, storeOrders, random } = world
  // Only one of a member's orders is placed at a time: they share a cart.
  const shopper = member ?? newGuest(random)
  const node = Math.floor(random() * harness.nodes.length)
  const ask = (request: RaceRequest) => insist(harness, request, node)
  const product = pick(random, harness.products)
  const qty = 1 + Math.floor(random() * 3)
  if (member) await ask(call('DELETE', '/carts', shopper))
  await ask(addition(shopper, product, qty))
  const order = {
    ...{ user: contact, message: tag, ...(isToStore && (await chooseStore())) },
    ...(member && creditOf(random, product.price * qty)),
  }
  const ordered = await ask(withKey(call('POST', '/order', shopper, order), `order-${tag}`))
  const id = String(ordered.orderId)
  if (isToStore) storeOrders.shoppers.set(id, shopper)
  if (isToStore && random() < 0.5) {
    const data = { method: onDeliveryMethod }
    await ask(withKey(call('POST', `/order/${id}/payment`, shopper, data), `pay-${tag}-0`))
    // Most wait for their parcel; some cancel, some pay at once all the same.
    const next = random()
    if (next < 0.7) return
    if (next < 0.8) return cancel()
  }
  if (isAtLine) {
    const isPaid = await payAtLine(world, { shopper, orderId: id, tag, node, ask, cancel })
    return isPaid ? afterwards() : undefined
  }
  const plan = random()
  const first = await begin(`pay-${tag}-1`)
  if (!first) return
  if (plan < 0.45) await act(first, 'pay')
  else if (plan < 0.55) {
    await act(first, 'refuse')
    await act(first, 'pay')
  } else if (plan < 0.65) {
    // Two attempts, both paid at once.
    const second = await begin(`pay-${tag}-2`)
    await Promise.all([act(first, 'pay'), second && act(second, 'pay')])
  } else if (plan < 0.8) {
    // Cancelled while the callback is on its way, or before it leaves.
    await gateway.post(`/trades/${first}/settings`, { holdsNotices: random() < 0.5 })
    await Promise.all([act(first, 'pay'), cancel()])
  } else if (plan < 0.9) await act(first, 'leave')
  if (random() < 0.5) await repeatNotices(first)
  if (plan < 0.55) await afterwards()

  async function chooseStore() {
    const choice = await ask(call('POST', '/store-choice', shopper, pickStore(random)))
    const { methodId: method_id } = storeOrders
    return { shipping: { method_id, store_token: choice.store_token } }
  }

  async function begin(key: string): Promise<string | undefined> {
    const data = { method: random() < 0.85 ? 'card' : 'atm' }
    const body = await ask(withKey(call('POST', `/order/${id}/payment`, shopper, data), key))
    const started = body.data as { action?: string; fields?: Record<string, string> } | undefined
    if (!started?.action || !started.fields) return undefined
    await gateway.checkOut(started.action, started.fields)
    const tradeNo = started.fields.MerchantTradeNo
    if (data.method === 'atm' && tradeNo) await act(tradeNo, 'issue')
    return tradeNo
  }

  /** At a bank's machine an issued number is paid; a card on the gateway's page. */
  async function act(tradeNo: string, action: string): Promise<void> {
    const { method } = await gateway.trade(tradeNo)
    const done = method === 'Credit' || action === 'issue' ? action : 'deposit'
    await gateway.post(`/trades/${tradeNo}/shopper`, { action: done })
  }

  async function cancel(): Promise<void> {
    await ask(withKey(call('POST', `/order/${id}/cancel`, shopper), `cancel-${tag}`))
  }

  /** Copies, late ones and a forged one. */
  async function repeatNotices(tradeNo: string): Promise<void> {
    const { notices } = await gateway.trade(tradeNo)
    await Promise.all(
      notices.toReversed().map(async ({ id: notice }) => {
        const variant = random() < 0.3 ? 'wrong-mac' : 'normal'
        const body = { variant, times: 1 + Math.floor(random() * 3) }
        await gateway.post(`/trades/${tradeNo}/notices/${notice}`, body)
      }),
    )
  }

  async function isCaptured(): Promise<boolean> {
    const waiting = await insistOnQuery(
      harness,
      `select from payments where order_id = $1 and (task is not null or status = 'authorised')`,
      [id],
    )
    return waiting.length === 0
  }

  async function afterwards(): Promise<void> {
    const next = random()
    if (next < 0.25) await cancel()
    else if (next < 0.45) {
      // Money that is not captured yet is no credit.
      const isCredit = member !== undefined && random() < 0.5 && (await isCaptured())
      const data = { amount: 1, reason: '瑕疵', ...(isCredit && { to: 'credit' }) }
      await ask(withKey(harness.admin('POST', `/order/${id}/refund`, data), `refund-${tag}`))
    } else if (next < 0.6 && !isToStore) {
      await ask(harness.admin('POST', `/order/${id}/parcel`, { carrier: 'post' }))
    }
  }
}

/** A part of the goods, so that something is left for the gateway. */
function creditOf(random: () => number, goods: number): { credit: number; points: number } {
  const credit = Math.floor(random() * goods * 0.5)
  return { credit, points: Math.floor(random() * goods * 0.4) }
}
