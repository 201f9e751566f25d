import { endpoint } from './endpoint.ts'
import type * as schema from './payments.schema.ts'

/** The methods of the payment gateway, as shoppers read them. */
export const gatewayMethodLabels = {
  card: '信用卡',
  atm: 'ATM 轉帳',
  cvs: '超商代碼繳費',
  barcode: '超商條碼繳費',
} as const
export type GatewayMethod = keyof typeof gatewayMethodLabels
export const gatewayMethods = Object.keys(gatewayMethodLabels) as GatewayMethod[]

export const paymentApi = {
  pay: endpoint<typeof schema.pay>({
    method: 'POST',
    path: '{shop}/pay/:id',
    caller: 'shopper',
    summary: "Pay one of the caller's own orders (honours Idempotency-Key)",
    ignoresBody: true,
  }),
}
