import { maskText } from '#contract/masking.ts'
import type { Refund } from '#contract/order-life.ts'
import { methodKind } from '#contract/payments.ts'
import { mayDo, type StaffActor } from '../../http/actor.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { RefundAccountRow, RefundRow } from './refunds.queries.ts'

interface RefundWithMethod {
  refund: RefundRow
  method: string
  account: RefundAccountRow | null
  isUnanswered: boolean
}

/** Not what a capture was too much, nor what another refund took the place of. */
export function isOfShopper({ refund }: Pick<RefundWithMethod, 'refund'>): boolean {
  return !refund.isOfCapture && refund.state !== 'dropped'
}

/** As the shopper reads it. */
export function toRefund({ refund, method, account }: RefundWithMethod): Refund {
  const { id, orderId, amount, reason, state, createdAt, doneAt, toCredit } = refund
  const needsAccount = account === null && isRemitted({ refund, method })
  return {
    id,
    order_id: orderId,
    amount,
    reason,
    state,
    method,
    created_at: toEpochSeconds(createdAt),
    ...(doneAt && { done_at: toEpochSeconds(doneAt) }),
    ...(toCredit && { to_credit: true as const }),
    ...(needsAccount && { needs_account: true as const }),
  }
}

const backByGateway: ReadonlySet<string> = new Set(['card', 'wallet'])

/** Somebody has to remit it; of a card or a wallet it goes back in the gateway's back office. */
export function isRemitted({
  refund,
  method,
}: Pick<RefundWithMethod, 'refund' | 'method'>): boolean {
  return refund.state === 'manual' && !backByGateway.has(methodKind(method))
}

/**
 * And for an administrator with why it waits or failed; the account for who may refund, and what
 * somebody wrote for who may read of persons.
 */
export function toStaffRefund(row: RefundWithMethod, actor: StaffActor): Refund {
  const { attempts, lastError, remittedOn } = row.refund
  const { account, isUnanswered } = row
  const refund = toRefund(row)
  return {
    ...refund,
    reason: mayDo(actor, 'person.read') ? refund.reason : maskText(refund.reason),
    attempts,
    ...(lastError && { last_error: lastError }),
    ...(remittedOn && { remitted_on: remittedOn }),
    ...(isUnanswered && { is_unanswered: true as const }),
    ...(mayDo(actor, 'refund.write') &&
      account && {
        account: { bank_code: account.bankCode, account: account.account, name: account.holder },
      }),
  }
}
