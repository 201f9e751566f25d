import { shopErrors } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import type { OfferedMethod, PaymentAttempt } from '#contract/payments.ts'
import { t } from '#contract/translate.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { PaymentMethod } from '../payment-provider.ts'
import { attemptState, type PaymentRow } from '../payments.queries.ts'
import type { ConfiguredMethod } from './offered-methods.ts'

/** An attempt as the shopper sees it. */
export function toAttempt(row: PaymentRow): PaymentAttempt {
  const { id, provider, method, amount, createdAt, number, dueAt } = row
  return {
    id,
    provider,
    method,
    state: attemptState(row.status),
    amount,
    created_at: toEpochSeconds(createdAt),
    ...(number &&
      dueAt && {
        number: {
          ...(number.bankCode && { bank_code: number.bankCode }),
          ...(number.account && { account: number.account }),
          ...(number.code && { code: number.code }),
          ...(number.barcodes && { barcodes: number.barcodes }),
          due_at: toEpochSeconds(dueAt),
        },
      }),
  }
}

/** And as the administrator does, with the numbers and the words of the gateway. */
export function toStaffAttempt(row: PaymentRow): PaymentAttempt {
  return {
    ...toAttempt(row),
    ...(row.tradeNo && { trade_no: row.tradeNo }),
    ...(row.message && { message: row.message }),
  }
}

/** An order of nothing is paid by no gateway. */
export const freeMethod = 'free'

export function offeredMethods(
  methods: readonly ConfiguredMethod[],
  total: number,
  isLate: (method: ConfiguredMethod) => boolean,
): OfferedMethod[] {
  if (total === 0) {
    const name = paymentMethodLabel(freeMethod)
    return [{ method: freeMethod, name, min: 0, max: 0, is_available: true }]
  }
  return methods.map((configured) => {
    const { method, name, note, min, max } = configured
    const late = isLate(configured) ? t(shopErrors.PAYMENT_TIME_SHORT.message) : undefined
    const reason = amountFault({ min, max }, total) ?? late
    return {
      method,
      name: name ?? paymentMethodLabel(method),
      ...(note && { note }),
      min,
      max,
      is_available: reason === undefined,
      ...(reason && { reason }),
    }
  })
}

/** Why a method cannot take this amount. */
export function amountFault(
  { min, max }: Pick<PaymentMethod, 'min' | 'max'>,
  total: number,
): string | undefined {
  if (total >= min && total <= max) return undefined
  return t('此付款方式限 {min} 至 {max}', { min: formatMoney(min), max: formatMoney(max) })
}
