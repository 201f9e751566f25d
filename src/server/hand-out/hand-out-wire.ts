import type { HandOut } from '#contract/hand-out.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { telephoneTexts } from '../search/terms.ts'
import { type FoundHandOut, type Helper, handOutId } from './hand-outs.queries.ts'

/** An order as the person who hands out sees it. */
export function toHandOut(found: FoundHandOut, by: { helper: Helper; actor: Actor }): HandOut {
  const { code, group, place, handedOutAt, undoUntil, participation } = found
  const { owedToLeader } = found
  const isDue =
    owedToLeader !== null
      ? owedToLeader > 0
      : participation
        ? participation.state !== 'confirmed'
        : !found.isPaid && !found.isPaidBack
  const isOfStaff = by.helper === 'staff'
  const seesAmounts = !isOfStaff || mayDo(by.actor, 'money.read')
  return {
    id: handOutId(found),
    name: found.name,
    tel_end: (telephoneTexts(found.tel)[0] ?? '').slice(-3),
    ...(code !== null && handedOutAt === null && { code_end: code.slice(-3) }),
    ...(group && { group: { code: group.code, title: readersTitle(group) } }),
    ...(isOfStaff && { number: found.number }),
    ...(place && { place }),
    lines: found.lines,
    state: handedOutAt ? 'handed_out' : isDue || found.isPaidBack ? 'unpaid' : 'waiting',
    ...(seesAmounts && { owed: isDue ? (owedToLeader ?? found.toPay) : 0 }),
    ...(owedToLeader && !isOfStaff && { is_owed_to_leader: true as const }),
    ...(handedOutAt && { handed_out_at: toEpochSeconds(handedOutAt) }),
    ...(undoUntil && { undo_until: toEpochSeconds(undoUntil) }),
  }
}
