import { formatMoney } from '#contract/money.ts'
import type { ShipmentState } from '#contract/shipment-states.ts'
import type { ShipmentRow } from './shipments.queries.ts'

/** It has a label, and its money is still to be collected. */
export const beforePickUp: readonly ShipmentState[] = [
  ...(['made', 'handed_in', 'at_centre', 'at_store', 'store_closed', 'store_changed'] as const),
]

/** Why the sum on a label is not that of its order by now, and what to do; undefined where it is. */
export function collectionFault(
  { state, collects }: Pick<ShipmentRow, 'state' | 'collects'>,
  openBalance: number,
): string | undefined {
  if (!beforePickUp.includes(state) || collects === openBalance) return undefined
  return `${difference(collects, openBalance)}。${adviceFor(state)}`
}

function difference(collects: number, openBalance: number): string {
  if (collects === 0) return `訂單尚有 ${formatMoney(openBalance)} 未付，但寄件單不會代收`
  const collected = `寄件單會代收 ${formatMoney(collects)}`
  return openBalance === 0
    ? `${collected}，但訂單已付款或已取消`
    : `${collected}，但訂單目前應付 ${formatMoney(openBalance)}`
}

function adviceFor(state: ShipmentState): string {
  return state === 'made'
    ? '請取消這張寄件單，需要時重新建立；舊的代碼請勿再拿去寄件'
    : '包裹已寄出，金額無法更改，請與顧客聯絡；多收的款項會列入待退款'
}
