import { periodOf } from '../../gateway/invoices/period.ts'
import type { Parcel } from '../../gateway/logistics/parcel.ts'
import type { Step } from '../../gateway/logistics/states.ts'
import { dayOf, daysAfter } from './account.ts'
import { attempt, insist } from './calls.ts'
import { control } from './gateway-acts.ts'
import { count, note, type YearOrder, type YearWorld } from './world.ts'

/** The morning of the owner: goods leave, returns and refunds are seen to. */
export async function workAsOwner(world: YearWorld): Promise<void> {
  await sendHome(world)
  await deliver(world)
  await createStoreParcels(world)
  await moveStoreParcels(world)
  await workReturns(world)
  await refundSome(world)
  await remit(world)
}

async function sendHome(world: YearWorld): Promise<void> {
  const { owner, random } = world
  for (const order of world.orders.values()) {
    if (order.state !== 'paid' || order.delivery === 'store') continue
    const fate = random()
    if (fate < 0.02) {
      const data = { reason: '缺貨' }
      if (await attempt(world, owner, 'post', `/admin/order/${order.id}/cancel`, data)) {
        note(world, order, 'cancelled by the owner')
      }
    } else if (fate > 0.6) continue
    else if (order.delivery === 'place') {
      await insist(world, owner, 'post', '/hand-out', { items: [{ id: order.id }] })
      note(world, order, 'handed out')
    } else {
      const data = { carrier: 'post', tracking_number: '' }
      const sent = await attempt(world, owner, 'post', `/admin/order/${order.id}/parcel`, data)
      if (sent) note(world, order, 'sent')
    }
  }
}

async function deliver(world: YearWorld): Promise<void> {
  // By days, since a run that is played again takes other seconds.
  const lastDay = daysAfter(dayOf(world.shop.clock.now()), -2)
  for (const order of world.orders.values()) {
    if (order.state !== 'shipped' || order.delivery === 'store' || !order.shippedAt) continue
    if (dayOf(order.shippedAt) > lastDay) continue
    const { parcels } = await insist(world, world.owner, 'get', `/admin/order/${order.id}`)
    for (const { id } of parcels) {
      const data = { is_delivered: true }
      await attempt(world, world.owner, 'put', `/admin/order/${order.id}/parcel/${id}`, data)
    }
  }
}

async function createStoreParcels(world: YearWorld): Promise<void> {
  const { pagination } = await insist(world, world.owner, 'get', '/admin/shipments?view=to_make')
  if (pagination.total_pages === 0) return
  const data = { kind: 'store_shipments', action: 'make', filter: { view: 'to_make' } }
  await attempt(world, world.owner, 'post', '/admin/run', data)
  await world.shop.settle()
}

const there: Step[] = ['handedIn', 'atCentre', 'atStore']
const back: Step[] = ['notPickedUp', 'backAtCentre', 'backAtStore', 'takenBack']
const ways = new WeakMap<Parcel, Step[]>()

/** Each parcel goes a step a day: most are fetched, some come back, and what was paid for is returned then. */
async function moveStoreParcels(world: YearWorld): Promise<void> {
  const { gateway, address } = world.shop.running
  for (const parcel of gateway.parcels.list().toReversed()) {
    const last = parcel.history.at(-1)?.step
    if (last === 'cancelled' || last === 'expired' || last === 'takenBack') continue
    const fate = world.random()
    const way = ways.get(parcel) ?? [...there, ...(fate < 0.85 ? (['pickedUp'] as const) : back)]
    ways.set(parcel, way)
    const next = way.shift()
    if (!next) continue
    await control(address, `/parcels/${parcel.merchantTradeNo}/move`, { to: next })
    await gateway.notifier.idle()
    if (next === 'takenBack') await takeBackParcel(world, parcel.merchantTradeNo)
  }
}

async function takeBackParcel(world: YearWorld, tradeNo: string): Promise<void> {
  await world.shop.settle()
  const [row] = await world.shop.query<{ order_id: string; state: string }>(
    `select order_id, orders.state from shipments join orders on orders.id = order_id
      where trade_no = $1`,
    [tradeNo],
  )
  const order = row && world.orders.get(row.order_id)
  if (!order || row.state === 'returned' || row.state === 'cancelled') return
  const path = `/admin/order/${order.id}`
  const { refundable } = await insist(world, world.owner, 'get', path)
  const lines = await world.shop.query(
    'select id as line_id, qty, true as to_stock from order_lines where order_id = $1 order by id',
    [order.id],
  )
  const data = { reason: '逾期未取', refund: refundable, lines }
  if (!(await attempt(world, world.owner, 'post', `${path}/return`, data))) return
  order.refunded += refundable
  note(world, order, `came back, ${refundable} goes back`)
  count(world, 'parcels back')
}

interface Case {
  id: string
  order_id: string
  state: string
}

async function workReturns(world: YearWorld): Promise<void> {
  const { random, owner } = world
  const cases = await world.shop.query<Case>(
    `select id, order_id, state from return_cases where state in ('asked', 'accepted', 'judged') order by id`,
  )
  for (const { id, order_id, state } of cases) {
    const order = world.orders.get(order_id)
    if (!order || random() < 0.3) continue
    const path = `/admin/return/${id}`
    if (state === 'asked') {
      const isRefused = random() < 0.1
      const data = isRefused ? { reason: '已拆封' } : { answer: '好的' }
      await insist(world, owner, 'post', `${path}/${isRefused ? 'refuse' : 'accept'}`, data)
    } else if (state === 'accepted') {
      const shown = await insist(world, owner, 'get', path)
      const lines = shown.return.lines.map((line: { line_id: string; qty: number }) => {
        const to_stock = Math.floor(random() * (line.qty + 1))
        return { line_id: line.line_id, to_stock, written_off: line.qty - to_stock }
      })
      await insist(world, owner, 'post', `${path}/receive`, { lines })
    } else await refundReturned(world, order, path)
  }
}

async function refundReturned(world: YearWorld, order: YearOrder, path: string): Promise<void> {
  const { sums, to } = (await insist(world, world.owner, 'get', path)).return
  const refund = Math.min(sums.goods + sums.fee, sums.refundable)
  // The money goes first, and what was used of the account makes up the rest.
  const money = Math.min(refund, sums.back?.money ?? sums.refundable)
  const credit = Math.min(refund - money, order.member?.account.used(order.id, 'credit') ?? 0)
  const points = refund - money - credit
  const today = dayOf(world.shop.clock.now())
  order.member?.account.returnUse(order.id, 'credit', credit, today)
  order.member?.account.returnUse(order.id, 'points', points, today)
  refundAs(order, money, to === 'credit')
  order.named += Math.max(0, Math.min(refund, sums.goods) - (refund - money))
  await insist(world, world.owner, 'post', `${path}/refund`, {})
  const { refund: given } = (await insist(world, world.owner, 'get', path)).return
  if (given !== refund) throw new Error(`a return gives ${given} instead of ${refund}`)
  const as = to === 'credit' ? ' as credit' : ''
  note(world, order, `returned: ${money} goes back${as}, credit ${credit}, points ${points}`)
  count(world, `returns refunded${as}`)
}

/** Money of an order goes back, or becomes credit of its member. */
function refundAs(order: YearOrder, amount: number, isCredit: boolean): void {
  if (isCredit) {
    order.credited += amount
    order.member?.account.give('credit', amount)
  } else order.refunded += amount
}

/** Kindnesses weeks after the order, within the two months of its invoice and after them. */
async function refundSome(world: YearWorld): Promise<void> {
  const { random, owner, shop } = world
  const firstDay = daysAfter(dayOf(shop.clock.now()), -80)
  for (const order of world.orders.values()) {
    if (!['paid', 'shipped', 'delivered', 'completed'].includes(order.state)) continue
    if (dayOf(order.placedAt) < firstDay || random() > 0.006) continue
    const left = order.total - order.refunded - order.credited
    const amount = 1 + Math.floor(random() * (left / 3))
    if (amount >= left) continue
    const { refundable } = await insist(world, owner, 'get', `/admin/order/${order.id}`)
    // It waits for its store or its leader.
    if (refundable === 0) continue
    const isCredit = order.member !== undefined && random() < 0.4
    const data = { amount, reason: '瑕疵', to: isCredit ? 'credit' : 'source' }
    // Before the call: points go back with the money, which may be at once.
    refundAs(order, amount, isCredit)
    await insist(world, owner, 'post', `/admin/order/${order.id}/refund`, data)
    note(world, order, `refund of ${amount}${isCredit ? ' as credit' : ''}`)
    count(world, isCredit ? 'refunds to credit' : 'refunds')
  }
}

/** Money that no gateway gives back goes to an account of the shopper. */
async function remit(world: YearWorld): Promise<void> {
  const rows = await world.shop.query<{ id: string; order_id: string; amount: number }>(
    `select id, order_id, amount::float8 as amount from refunds where state = 'manual' order by id`,
  )
  for (const { id, order_id, amount } of rows) {
    const order = world.orders.get(order_id)
    if (!order) continue
    const account = { bank_code: '812', account: '123456789012', name: '王小明' }
    await attempt(world, order.person, 'put', `/order/${order.id}/refund-account`, account)
    const data = { remitted_on: dayOf(world.shop.clock.now()), account_last5: '12345' }
    await insist(world, world.owner, 'post', `/admin/refund/${id}/done`, data)
    order.remitted += amount
    note(world, order, `remitted ${amount}`)
    count(world, 'remittances')
  }
}

/** Numbers that a shop orders are few: they run out. */
const orderedNumbers = 25

/** Orders numbers, and has the invoices tried again that wait for some. */
export async function fillNumbers(world: YearWorld): Promise<void> {
  const { gateway, address } = world.shop.running
  const period = periodOf(world.shop.clock.now())
  if (gateway.settings.invoiceNumbers[period.id] === undefined) {
    await control(address, '/invoices/numbers', { left: orderedNumbers })
  }
  const waiting = await world.shop.query('select from invoices where is_blocked limit 1')
  if (waiting.length === 0) return
  await control(address, '/invoices/numbers', { left: orderedNumbers })
  await insist(world, world.owner, 'post', '/admin/invoices/retry')
  count(world, 'numbers ordered')
}

/** A gift for each member, with an end that comes within the year. */
export async function giveGifts(world: YearWorld): Promise<void> {
  const today = dayOf(world.shop.clock.now())
  for (const member of world.members) {
    const { customers } = await insist(
      world,
      world.owner,
      'get',
      `/admin/customers?q=${member.email}`,
    )
    const [customer] = customers
    if (!customer) continue
    const kind = world.random() < 0.5 ? ('credit' as const) : ('points' as const)
    const amount = 20 + Math.floor(world.random() * 180)
    const ends_on = daysAfter(today, 10 + Math.floor(world.random() * 40))
    const data = { kind, amount, reason: '月禮', ends_on }
    await insist(world, world.owner, 'post', `/admin/customer/${customer.id}/credit`, data)
    member.account.give(kind, amount, ends_on)
    count(world, 'gifts')
  }
}
