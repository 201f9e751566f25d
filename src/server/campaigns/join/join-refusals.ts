import type { ClosingReason, GroupState } from '#contract/campaign-states.ts'
import { openGroupStates } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { ShopError } from '../../http/shop-error.ts'
import { amountFault } from '../../payments/paying/attempt-wire.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { shortageText } from '../../stock/shortage.ts'

const open: readonly GroupState[] = openGroupStates

interface OpenOrNot {
  state: GroupState
  closingReason: ClosingReason | null
  /** By `shop_now()`. */
  isOver: boolean
}

/** Throws for a group in which nobody can change or leave any more. */
export function assertOpen({ state, isOver }: Omit<OpenOrNot, 'closingReason'>): void {
  if (!open.includes(state) || isOver) throw new ShopError('GROUP_CLOSED')
}

/** The same for joining: a group that closed because it was full goes on to say so. */
export function assertJoinable(group: OpenOrNot): void {
  if (group.closingReason === 'full') throw new ShopError('GROUP_FULL')
  assertOpen(group)
}

/** Throws when fewer places are left than are asked for. */
export function assertPlaces(
  { maxUnits, unitsTaken }: { maxUnits: number | null; unitsTaken: number },
  asked: number,
): void {
  const left = maxUnits === null ? asked : maxUnits - unitsTaken
  if (left >= asked) return
  if (left <= 0) throw new ShopError('GROUP_FULL')
  throw new ShopError('GROUP_PLACES_LEFT', { message: t('只剩 {left} 份，請減少數量', { left }) })
}

/** Throws when nothing that authorises takes this amount: the place could never be completed. */
export function assertAuthorisable(
  providers: PaymentProviders,
  { money }: { money: string },
  total: number,
): void {
  if (money !== 'authorise_capture') return
  const methods = providers.current().methods.filter(({ authorises }) => authorises)
  const [limits] = methods
  if (!limits || methods.some((method) => amountFault(method, total) === undefined)) return
  const { min, max } = limits
  const message = t('此團購以信用卡付款，金額限 {min} 至 {max}', {
    min: formatMoney(min),
    max: formatMoney(max),
  })
  throw new ShopError('GROUP_CARD_AMOUNT', { message })
}

export function memberLimitRefusal(limit: number, units: number): ShopError {
  const message = t('每人限購 {limit} 份，您已跟團 {units} 份', { limit, units })
  return new ShopError('GROUP_MEMBER_LIMIT', { message })
}

/** Rethrows an order's shortage in the words of a group. */
export async function withGroupShortage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isShort = error instanceof ShopError && error.code === 'ORDER_STOCK_SHORT'
    const shortages = isShort ? error.reply.shortages : undefined
    if (!shortages) throw error
    const message = t('{shortages}，請調整數量', {
      shortages: shortages.map(shortageText).join(t('、')),
    })
    throw new ShopError('GROUP_STOCK_SHORT', { message, shortages })
  }
}
