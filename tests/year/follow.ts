import { earnedPercent, pointsOf } from '../../src/contract/credit.ts'
import { type Day, dayOf, daysAfter } from './account.ts'
import { count, note, type YearMember, type YearOrder, type YearWorld } from './world.ts'

/** The rule of points that the year is played with. */
export const creditRule = { percent: 3, step: 1, most: 21, days: 40 }
const yearMs = 365 * 86_400_000

interface Seen {
  id: string
  state: string
  total: number
  fee: number
  state_since: Date
}

/** Takes what has become of the orders into the own books: what that gives to members, and takes from them. */
export async function follow(world: YearWorld): Promise<void> {
  const now = world.shop.clock.now()
  for (const member of world.members) await passTo(world, member, dayOf(now))
  const rows = await world.shop.query<Seen>(`
    select id, state, total::float8 as total, state_since, coalesce((
      select sum(amount_hundredths) / 100 from order_adjustments as fee
      where fee.order_id = orders.id and fee.kind = 'fee'), 0)::float8 as fee
    from orders order by state_since, id`)
  for (const seen of rows) {
    const order = world.orders.get(seen.id)
    if (order) followOrder(world, order, seen)
  }
  await followRefunds(world)
}

/** Ends what is over at midnight, and looks whether the member was told before. */
async function passTo(world: YearWorld, { account, email }: YearMember, today: Day): Promise<void> {
  for (const { kind, end } of account.passTo(today)) {
    const [mail] = await world.shop.query(
      `select from mail_outbox where recipient = $1 and subject like '%即將到期%'
        and text_body like '%' || $2 || '%'`,
      [email, `${end?.replaceAll('-', '/')} 到期`],
    )
    count(world, `${kind} ended ${mail ? 'after a mail' : 'without a mail of that day'}`)
  }
}

function followOrder(world: YearWorld, order: YearOrder, seen: Seen): void {
  if (seen.total !== order.total)
    note(world, order, `costs ${seen.total} instead of ${order.total}`)
  Object.assign(order, { total: seen.total, fee: seen.fee })
  if (seen.state === order.state) return
  note(world, order, `${order.state} -> ${seen.state}`)
  count(world, `became ${seen.state}`)
  order.state = seen.state
  const today = dayOf(seen.state_since)
  if (seen.state === 'shipped') order.shippedAt ??= seen.state_since
  if (seen.state === 'delivered') order.deliveredAt ??= seen.state_since
  if (seen.state === 'cancelled') order.member?.account.returnUses(order.id, today)
  if (seen.state === 'completed') earn(world, order, seen.state_since)
  if (seen.state === 'returned') takeBack(order)
}

/** Money that was paid for the goods and is not asked back: named goods are off, else the fee goes first. */
function paidForGoods({ total, fee, named, refunded, credited }: YearOrder): number {
  return Math.max(0, Math.min(total - fee - named, total - refunded - credited))
}

const completions = new WeakMap<YearOrder, Date>()

function earn(world: YearWorld, order: YearOrder, at: Date): void {
  const { member } = order
  if (!member) return
  const before = [...world.orders.values()].filter((other) => {
    const completedAt = completions.get(other)
    const isRecent = completedAt && at.getTime() - completedAt.getTime() < yearMs
    return other !== order && other.member === member && other.state === 'completed' && isRecent
  })
  completions.set(order, at)
  order.percent = earnedPercent(creditRule, before.length)
  const points = pointsOf(paidForGoods(order), order.percent)
  if (points === 0) return
  order.earned = member.account.give('points', points, daysAfter(dayOf(at), creditRule.days))
  note(world, order, `earned ${points} (${order.percent} %)`)
}

/** Takes back the points that an order has earned on goods whose money went back. */
function takeBack(order: YearOrder): void {
  const { earned, member } = order
  if (!earned || !member) return
  const kept = order.state === 'returned' ? 0 : pointsOf(paidForGoods(order), order.percent)
  const points = earned.amount - kept - earned.expired - earned.takenBack
  if (points > 0) member.account.takeBack(earned, points)
}

const knownRefunds = new WeakMap<YearWorld, Set<string>>()

/** Points go back with the money, not with the wish. */
async function followRefunds(world: YearWorld): Promise<void> {
  const known = knownRefunds.get(world) ?? new Set()
  knownRefunds.set(world, known)
  const rows = await world.shop.query<{ id: string; order_id: string }>(
    `select id, order_id from refunds where state = 'done' order by done_at, id`,
  )
  for (const { id, order_id } of rows) {
    if (known.has(id)) continue
    known.add(id)
    const order = world.orders.get(order_id)
    if (order) takeBack(order)
  }
}
