import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './payments.schema.ts'

/** The methods of ECPay. */
export const gatewayMethods = ['card', 'atm', 'cvs', 'barcode'] as const
export type GatewayMethod = (typeof gatewayMethods)[number]
/** Into the shop's own account; the staff confirm it. */
export const transferMethod = 'transfer'

/** 取貨付款: the store collects it when the parcel is picked up. */
export const onDeliveryMethod = 'on_delivery'
/** The most that a store collects, in whole NT$. */
export const maxOnDelivery = 20_000

/** 付給團主: the leader of a group receives it and hands it over to the shop. */
export const leaderMethod = 'to_leader'
/** The same, of an order whose goods may be sent before the shop has its money. */
export const leaderAheadMethod = 'to_leader_ahead'

/** The kinds that a method of a gateway can be: words, icon and the way back of its money follow from it. */
export const methodKinds = [...gatewayMethods, 'wallet'] as const

/** The kind of a method: `card` of `card`, which is ECPay's, and of `other.card`. */
export function methodKind(method: string): string {
  return method.slice(method.lastIndexOf('.') + 1)
}

const numberKinds: ReadonlySet<string> = new Set(['atm', 'cvs', 'barcode', onDeliveryMethod])

/** Paid later, at a bank or in a store: what goes back has to be remitted. */
export function isPaidByNumber(method: string): boolean {
  return numberKinds.has(methodKind(method))
}

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

/** Callbacks and browser returns of the payment gateways. */
export const gatewayApi = {
  notify: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/:provider/notify',
    summary: 'The result of a payment, signed by the gateway',
    maxBodyBytes: maxCallbackBytes,
  }),
  number: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/:provider/number',
    summary: 'An issued payment number, signed by the gateway',
    maxBodyBytes: maxCallbackBytes,
  }),
  return: endpoint<typeof schema.callback>({
    ...gatewayCall,
    path: '/v2/gateway/:provider/return',
    summary: "The shopper's browser comes back; it is led to the order",
    maxBodyBytes: maxCallbackBytes,
  }),
  returnByAddress: endpoint<typeof schema.callback>({
    method: 'GET',
    caller: 'anyone',
    path: '/v2/gateway/:provider/return',
    summary: 'The same from a gateway that leads the browser by an address',
  }),
}
