import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './payments.schema.ts'

/** The methods of the payment gateway. */
export const gatewayMethods = ['card', 'atm', 'cvs', 'barcode'] as const
export type GatewayMethod = (typeof gatewayMethods)[number]
/** Into the shop's own account; the staff confirm it. */
export const transferMethod = 'transfer'

/** A method of paying, with whether it can be chosen for the order. */
export type OfferedMethod = Static<typeof schema.OfferedMethod>
/** One attempt to pay an order. */
export type PaymentAttempt = Static<typeof schema.PaymentAttempt>
export type AttemptState = (typeof schema.attemptStates)[number]

export const paymentApi = {
  pay: endpoint<typeof schema.pay>({
    method: 'POST',
    path: '{shop}/pay/:id',
    caller: 'shopper',
    takesAccess: true,
    summary: "Pay one of the caller's own orders (honours Idempotency-Key)",
    ignoresBody: true,
  }),
  options: endpoint<typeof schema.options>({
    method: 'GET',
    path: '{shop}/order/:id/payment',
    caller: 'shopper',
    takesAccess: true,
    summary: 'How an own order can be paid, and the last attempt to pay it',
  }),
  start: endpoint<typeof schema.start>({
    method: 'POST',
    path: '{shop}/order/:id/payment',
    caller: 'shopper',
    takesAccess: true,
    summary: 'Begin to pay an own order by a method (honours Idempotency-Key)',
  }),
}

const maxCallbackBytes = 64 * 1024
const gatewayCall = { method: 'POST', caller: 'anyone', origin: 'any', body: 'raw' } as const

/** Callbacks and browser returns of the payment gateway. */
export const gatewayApi = {
  notify: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/ecpay/notify',
    summary: 'The result of a payment, signed by the gateway',
    maxBodyBytes: maxCallbackBytes,
  }),
  number: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/ecpay/number',
    summary: 'An issued payment number, signed by the gateway',
    maxBodyBytes: maxCallbackBytes,
  }),
  return: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/ecpay/return',
    summary: "The shopper's browser comes back; it is led to the order",
    maxBodyBytes: maxCallbackBytes,
  }),
}
