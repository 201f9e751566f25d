import { maskName, maskText } from '#contract/masking.ts'
import { trackingUrl } from '#contract/order-states.ts'
import type { ListedReturn, OrderReturn, StaffReturn } from '#contract/returns.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { toBack } from './credit.ts'
import { returnTransitions } from './return-states.ts'
import type { ReturnSums } from './return-sums.ts'
import type { ListedCase, ReturnCase, ReturnWithLines } from './returns.queries.ts'

type Titles = ReadonlyMap<string, string>

/** As the shopper of the order sees it; `titles` are those of the lines of the order. */
export function toOrderReturn({ one, lines, dueAt }: ReturnWithLines, titles: Titles): OrderReturn {
  const { id, state, way, refundTo: to, reason, answer, refund, refundNote } = one
  const isOnItsWay = returnTransitions[state].withdraw === 'withdrawn'
  return {
    id,
    state,
    ...(way && { way }),
    to,
    reason,
    create_at: toEpochSeconds(one.askedAt),
    ...(answer && { answer }),
    ...parcelOf(one),
    lines: lines.map(({ lineId, qty }) => ({
      line_id: lineId,
      title: titles.get(lineId) ?? '',
      qty,
    })),
    ...(dueAt && { due_at: toEpochSeconds(dueAt) }),
    ...(refund !== null && { refund }),
    ...(refundNote && { refund_note: refundNote }),
    ...(isOnItsWay && { can_withdraw: true as const }),
    ...(isOnItsWay && way === 'parcel' && { can_send: true as const }),
  }
}

function parcelOf({ carrier, trackingNumber }: ReturnCase) {
  const url = carrier ? trackingUrl(carrier, trackingNumber) : undefined
  return {
    ...(carrier && { carrier }),
    ...(trackingNumber !== '' && { tracking_number: trackingNumber }),
    ...(url && { tracking_url: url }),
  }
}

/** As a list of the staff has it: without `person.read` nothing tells who it is. */
export function toListedReturn(row: ListedCase, actor: Actor): ListedReturn {
  const { one, dueAt, isOverdue, pieces, number, name } = row
  const seesPersons = mayDo(actor, 'person.read')
  return {
    id: one.id,
    order_id: one.orderId,
    order_number: number,
    name: seesPersons ? name : maskName(name),
    state: one.state,
    ...(one.way && { way: one.way }),
    reason: seesPersons ? one.reason : maskText(one.reason),
    create_at: toEpochSeconds(one.askedAt),
    ...(dueAt && { due_at: toEpochSeconds(dueAt) }),
    ...(isOverdue && { is_overdue: true as const }),
    pieces,
    ...(one.refund !== null && mayDo(actor, 'money.read') && { refund: one.refund }),
  }
}

const times = ['acceptedAt', 'receivedAt', 'judgedAt', 'endedAt'] as const
const wireTimes = {
  acceptedAt: 'accepted_at',
  receivedAt: 'received_at',
  judgedAt: 'judged_at',
  endedAt: 'ended_at',
} as const

/** With all of it; the sums are for who may read of money. */
export function toStaffReturn(
  row: ReturnWithLines & Pick<ListedCase, 'number' | 'name'>,
  { titles, sums }: { titles: Titles; sums: ReturnSums | undefined },
  actor: Actor,
): StaffReturn {
  const { one, lines } = row
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0)
  const seesPersons = mayDo(actor, 'person.read')
  const seesMoney = mayDo(actor, 'money.read')
  const written = (text: string) => (seesPersons ? text : maskText(text))
  const { tracking_number: number, tracking_url: url, ...carrier } = parcelOf(one)
  return {
    ...toListedReturn({ ...row, pieces }, actor),
    to: one.refundTo,
    is_of_staff: one.isOfStaff,
    ...(one.answer && { answer: written(one.answer) }),
    ...carrier,
    ...(number && { tracking_number: written(number) }),
    ...(url && seesPersons && { tracking_url: url }),
    ...Object.fromEntries(
      times.flatMap((name) => {
        const at = one[name]
        return at ? [[wireTimes[name], toEpochSeconds(at)]] : []
      }),
    ),
    ...(one.isWithoutGoods && { is_without_goods: true as const }),
    ...(one.refundNote && { refund_note: written(one.refundNote) }),
    lines: lines.map(({ lineId, qty, toStock, writtenOff, amount }) => ({
      line_id: lineId,
      title: titles.get(lineId) ?? '',
      qty,
      to_stock: toStock,
      written_off: writtenOff,
      ...(amount !== null && seesMoney && { amount }),
    })),
    ...(sums && seesMoney && { sums: toSums(sums) }),
  }
}

function toSums({ goods, fee, refundable, back }: ReturnSums): StaffReturn['sums'] {
  return { goods, fee, refundable, ...toBack(back) }
}
