import { earnedPercent, pointsOf } from '../../src/contract/credit.ts'
import { type Day, dayOf, daysAfter } from './account.ts'
import { count, note, type YearMember, type YearOrder, type YearWorld } from './world.ts'

/** The rule of points that the year is played with. */
export const creditRule = { percent: 3, step: 1, most: 21, days: 40 }
const yearMs = 365 * 86_400_000

/** A step of an order, with what the order is after the last one. */
interface Step {
  id: string
  order_id: string
  kind: string
  at: Date
  /** Of the order from then on; null: as before. */
  state: string | null
  total: number
  fee: number
  /** Nothing was ever paid for it. */
  is_unpaid: boolean
}

/**
 * Takes what has become of the orders into the own books, step by step as it came: what that gives to
 * members, and takes from them.
 */
export async function follow(world: YearWorld): Promise<void> {
  const now = world.shop.clock.now()
  for (const member of world.members) await passTo(world, member, dayOf(now))
  const steps = await world.shop.query<Step>(
    `select event.id, order_id, event.kind, event.at,
      coalesce(detail -> 'after' ->> 'state', case event.kind when 'cancelled' then event.kind end)
        as state,
      total::float8 as total, paid_at is null and refunded_at is null as is_unpaid, coalesce((
        select sum(amount_hundredths) / 100 from order_adjustments as fee
        where fee.order_id = orders.id and fee.kind = 'fee'), 0)::float8 as fee
    from order_events as event join orders on orders.id = order_id
    where event.id > $1 order by event.id`,
    [world.followed],
  )
  for (const step of steps) {
    world.followed = step.id
    const order = world.orders.get(step.order_id)
    if (order) followStep(world, order, step)
  }
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

function followStep(world: YearWorld, order: YearOrder, step: Step): void {
  if (step.total !== order.total)
    note(world, order, `costs ${step.total} instead of ${order.total}`)
  Object.assign(order, { total: step.total, fee: step.fee })
  if (step.state !== null && step.state !== order.state) enter(world, order, step.state, step)
  // Points go back with the money or the goods, not with the wish.
  if (step.kind === 'refunded' || step.kind === 'returned') takeBack(order)
}

function enter(world: YearWorld, order: YearOrder, state: string, { at, is_unpaid }: Step): void {
  note(world, order, `${order.state} -> ${state}`)
  count(world, `became ${state}`)
  order.state = state
  if (state === 'shipped') order.shippedAt ??= at
  if (state === 'delivered') order.deliveredAt ??= at
  const isForNothing = state === 'cancelled' || (state === 'returned' && is_unpaid)
  if (isForNothing) order.member?.account.returnUses(order.id, dayOf(at))
  if (state === 'completed') earn(world, order, at)
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
