import { pickStore } from '../money/store-orders.ts'
import { dayOf, daysAfter } from './account.ts'
import { attempt, insist } from './calls.ts'
import { act, checkOut } from './gateway-acts.ts'
import {
  contactOf,
  count,
  type Delivery,
  newGuest,
  note,
  pick,
  type YearMember,
  type YearOrder,
  type YearWorld,
} from './world.ts'

/** One order from the cart to what the shopper does about its payment. */
export async function shopOnce(world: YearWorld): Promise<void> {
  const { random } = world
  const member = random() < 0.7 ? pick(random, world.members) : undefined
  const person = member?.person ?? newGuest(world)
  if (member) await attempt(world, person, 'delete', '/carts')
  const lines = 1 + Math.floor(random() * 3)
  for (let line = 0; line < lines; line++) {
    const data = { product_id: pick(random, world.products), qty: 1 + Math.floor(random() * 3) }
    await insist(world, person, 'post', '/cart', data)
  }
  if (random() < 0.3) await attempt(world, person, 'post', '/coupon', { code: world.couponCode })
  const cart = await insist(world, person, 'get', '/cart')
  const delivery = pick(random, ['home', 'home', 'store', 'store', 'place'] as const)
  const shipping = await shippingOf(world, person, delivery)
  const goods = Number(cart.data.payable)
  const use = member ? accountShare(world, member, goods) : {}
  const data = {
    ...{ user: contactOf(random, member), shipping, message: 'year' },
    ...{ invoice: choiceOf(random), ...use },
  }
  const placed = await attempt(world, person, 'post', '/order', data)
  if (!placed) return
  const order = await keepOrder(world, { id: placed.orderId, person, member, delivery })
  await pay(world, order)
}

async function shippingOf(
  world: YearWorld,
  person: YearOrder['person'],
  delivery: Exclude<Delivery, 'group'>,
): Promise<object> {
  const method_id = world.methods[delivery]
  if (delivery === 'place') return { method_id, place_id: world.placeId }
  if (delivery === 'home') return { method_id }
  const choice = await insist(world, person, 'post', '/store-choice', pickStore(world.random))
  return { method_id, store_token: choice.store_token }
}

/** A part of the account in half of the orders; now and then all that it takes to pay nothing else. */
export function accountShare(
  { random }: YearWorld,
  { account }: YearMember,
  goods: number,
): { credit?: number; points?: number } {
  if (random() < 0.5) return {}
  const share = random() < 0.1 ? 1 : random() * 0.6
  const points = Math.min(account.balance('points'), Math.floor(goods * share))
  const credit = Math.min(account.balance('credit'), Math.floor(goods * share) - points)
  return { ...(points > 0 && { points }), ...(credit > 0 && { credit }) }
}

export function choiceOf(random: () => number): object | undefined {
  const kind = random()
  if (kind < 0.6) return undefined
  if (kind < 0.75) return { kind: 'person', carrier_type: 'mobile', carrier: '/ABC+123' }
  if (kind < 0.9) return { kind: 'company', tax_id: '04595257', title: '測試公司' }
  return { kind: 'donation', love_code: '168001' }
}

/** Takes a new order into the own books. */
export async function keepOrder(
  world: YearWorld,
  of: Pick<YearOrder, 'id' | 'person' | 'member' | 'delivery'>,
): Promise<YearOrder> {
  const { order: shown } = await insist(world, of.person, 'get', `/order/${of.id}`)
  const order: YearOrder = {
    ...of,
    ...{ number: shown.number, state: shown.state, total: shown.total },
    ...{ fee: shown.shipping_fee ?? 0, placedAt: world.shop.clock.now(), paysOnDelivery: false },
    ...{ refunded: 0, credited: 0, named: 0, remitted: 0, percent: 0, events: [] },
  }
  world.orders.set(order.id, order)
  const { credit_used: credit = 0, points_used: points = 0 } = shown
  order.member?.account.use(order.id, 'credit', credit)
  order.member?.account.use(order.id, 'points', points)
  note(
    world,
    order,
    `placed: ${order.total}, credit ${credit}, points ${points}, ${order.delivery}`,
  )
  count(world, `orders ${order.delivery}`)
  return order
}

/** By card, by a number that is paid days later or never, at the pick-up, or not at all. */
export async function pay(world: YearWorld, order: YearOrder): Promise<void> {
  const { random } = world
  const plan = random()
  if (order.total === 0 || plan < 0.07) return
  if (order.delivery === 'store' && random() < 0.4) {
    const data = { method: 'on_delivery' }
    if (await attempt(world, order.person, 'post', `/order/${order.id}/payment`, data)) {
      order.paysOnDelivery = true
      note(world, order, 'is paid at the pick-up')
      return
    }
  }
  const method = plan < 0.65 ? 'card' : plan < 0.85 ? 'atm' : 'cvs'
  const started = await attempt(world, order.person, 'post', `/order/${order.id}/payment`, {
    method,
  })
  const tradeNo = started && (await checkOut(started.data))
  if (!tradeNo) return
  count(world, `payments ${method}`)
  if (method === 'card') {
    if (random() < 0.15) await act(world, tradeNo, 'refuse')
    await act(world, tradeNo, 'pay')
    note(world, order, `paid by card ${tradeNo}`)
    return
  }
  await act(world, tradeNo, 'issue')
  if (random() < 0.8) order.slip = tradeNo
  note(world, order, `number of ${method} ${tradeNo}`)
}

/** Those with a slip go to the machine. */
export async function paySlips(world: YearWorld): Promise<void> {
  for (const order of world.orders.values()) {
    if (!order.slip || world.random() < 0.4) continue
    await act(world, order.slip, 'deposit')
    note(world, order, `deposited ${order.slip}`)
    order.slip = undefined
  }
}

/** Now and then a shopper thinks better of it, before the goods are on their way. */
export async function cancelSome(world: YearWorld): Promise<void> {
  for (const order of world.orders.values()) {
    if (order.state !== 'placed' && order.state !== 'paid') continue
    if (order.delivery === 'group' || world.random() > 0.03) continue
    if (!(await attempt(world, order.person, 'post', `/order/${order.id}/cancel`))) continue
    note(world, order, 'cancelled by the shopper')
    count(world, 'cancelled')
  }
}

/** Some send goods back, within the days of the law or after them. */
export async function askReturns(world: YearWorld): Promise<void> {
  const { random, shop } = world
  const firstDay = daysAfter(dayOf(shop.clock.now()), -9)
  for (const order of world.orders.values()) {
    if (!order.deliveredAt || order.state === 'returned' || random() > 0.02) continue
    if (dayOf(order.deliveredAt) < firstDay) continue
    const { returnable } = await insist(world, order.person, 'get', `/order/${order.id}`)
    const lines = (returnable?.lines ?? []).flatMap((line: { line_id: string; qty: number }) =>
      line.qty > 0 && random() < 0.7
        ? [{ line_id: line.line_id, qty: 1 + Math.floor(random() * line.qty) }]
        : [],
    )
    if (lines.length === 0) continue
    const isCredit = returnable.takes_credit && random() < 0.3
    const data = { lines, reason: '不合適', ...(isCredit && { to: 'credit' }) }
    if (!(await attempt(world, order.person, 'post', `/order/${order.id}/returns`, data))) continue
    note(
      world,
      order,
      `asked to return ${JSON.stringify(lines.map((line: { qty: number }) => line.qty))}`,
    )
    count(world, 'returns asked')
  }
}
