import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/credit.schema.ts'
import { creditKindLabels } from '#contract/credit-kinds.ts'
import { maskText } from '#contract/masking.ts'
import { isDay } from '#contract/taipei-time.ts'
import { recordAudit } from '../audit/audit.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError, readText } from '../input/coerced-values.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { lockCreditAccount, noCredit, openLot, readDayAfter, takeCredit } from './ledger.ts'

type Change = Static<typeof schema.change.data> & { customerId: string; memberId: string }

/**
 * Gives a member credit or points by hand, with a last day as a gift, or takes some; throws CREDIT_OFF,
 * and CREDIT_SHORT for more than is there.
 */
export function changeByHand(
  db: NodePgDatabase,
  change: Change,
  { actor, intended }: { actor: StaffActor; intended: IdempotentRequest | undefined },
): Promise<void> {
  const { amount, customerId, kind, memberId, ends_on: endsOn } = change
  const reason = readText(change.reason, 'reason')
  if (amount === 0) throw fieldError('amount', '請填寫要增加或減少的數量')
  return transaction(db, async (tx) => {
    await withIdempotency(tx, intended, async () => {
      const settings = await readSettingGroup(tx, 'credit')
      if (!(kind === 'credit' ? settings.credit_on : settings.points_on)) {
        const message = `請先在設定開啟${creditKindLabels[kind]}`
        throw new ShopError('CREDIT_OFF', { message })
      }
      if (endsOn !== undefined) {
        const isOver = !isDay(endsOn) || endsOn < (await readDayAfter(tx, 0))
        if (isOver || amount < 0) throw fieldError('ends_on', '到期日不正確')
      }
      const account = await lockCreditAccount(tx, memberId)
      const before = account[kind]
      if (-amount > before) {
        const message = `${creditKindLabels[kind]}目前只有 ${before.toLocaleString('en-US')}`
        throw new ShopError('CREDIT_SHORT', { message, fields: { amount: message } })
      }
      if (amount < 0) {
        const wanted = { ...noCredit, [kind]: -amount }
        await takeCredit(tx, account, wanted, { cause: 'hand', reason, actor })
      } else {
        const lasting = kind === 'points' ? { afterDays: settings.days } : undefined
        const ends = endsOn === undefined ? lasting : { on: endsOn }
        const cause = endsOn === undefined ? 'hand' : 'gift'
        await openLot(tx, { memberId, kind, amount, cause, ends, reason }, { actor })
      }
      await recordAudit(tx, actor, {
        action: 'credit.change',
        subject: { kind: 'customer', id: customerId, title: `顧客 ${customerId}` },
        before: { [kind]: before },
        after: { [kind]: before + amount, reason: maskText(reason), ...(endsOn && { endsOn }) },
      })
      return {}
    })
  })
}
