import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { t } from '#contract/translate.ts'
import { ShopError } from '../http/shop-error.ts'
import type { OrderRow } from './order-wire.ts'
import { paysOnDelivery } from './pays-on-delivery.ts'

/** Until when goods and delivery of an order may be changed, and by whom. */
export type ChangedBy = 'shopper' | 'staff'

const changeableStates: Record<ChangedBy, readonly OrderState[]> = {
  shopper: ['placed', 'paid'],
  staff: ['placed', 'paid', 'preparing'],
}

/**
 * Why goods and delivery of an order cannot be changed; undefined where they can. A place in a group
 * is changed by its own call, since limits and counts of the group follow it.
 */
export function changeRefusal(
  order: Pick<OrderRow, 'state' | 'groupId' | 'refundedAt' | 'payment' | 'paymentMethod'>,
  by: ChangedBy,
  { isPacked }: { isPacked: boolean },
): ShopError | undefined {
  const { state, groupId } = order
  if (groupId !== null) {
    const message = '跟團的訂單請在團購的頁面調整，份數與名額才會一致'
    return new ShopError('ORDER_OF_GROUP', by === 'staff' ? { message } : {})
  }
  if (order.payment === 'unpaid' && order.refundedAt !== null && !paysOnDelivery(order)) {
    return new ShopError('ORDER_REFUNDED', { message: '此訂單的款項已退還，無法再變更' })
  }
  if (!changeableStates[by].includes(state)) return refusalOf(state, by)
  if (!isPacked) return undefined
  const message = '已建立寄件單或包裹，請先取消寄件單再變更'
  return by === 'staff' ? new ShopError('ORDER_STATE', { message }) : refusalOf('preparing', by)
}

function refusalOf(state: OrderState, by: ChangedBy): ShopError {
  if (by === 'shopper' && state !== 'cancelled') return new ShopError('ORDER_NOT_CHANGEABLE')
  const message = t('訂單目前為「{state}」，無法變更', { state: t(orderStateLabels[state]) })
  return new ShopError('ORDER_STATE', { message })
}
