import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Account, testAccount } from '../account.ts'
import { type Fields, forge, isSigned, sign, withOtherAmount } from '../check-mac-value.ts'
import { type Answer, type Fault, faultyAnswer, otherNumber, slowMs } from '../faults.ts'
import { faultFor, type Gateway } from '../gateway.ts'
import type { Subject } from '../subject.ts'
import type { Trade } from '../trade.ts'
import { fieldsOf } from './forms.ts'

export interface ShopCall<Found, A extends Account> {
  fields: Fields
  account: A
  /** The trade or parcel that the call names, if there is one. */
  found: Found | undefined
  fault: Fault
}

/** Accounts that may call, and how to find the subject of a call. */
export interface Service<Found extends Subject, A extends Account> {
  accounts: A[]
  find(gateway: Gateway, fields: Fields): Found | undefined
  isTooFast?(gateway: Gateway): boolean
}

export const payments: Service<Trade, typeof testAccount> = {
  accounts: [testAccount],
  find({ trades }, fields) {
    if (fields.CreditRefundId) return trades.findByGwsr(fields.CreditRefundId)
    return trades.find(fields.MerchantTradeNo ?? '')
  },
}

export type RegisterPaymentCall = RegisterCall<Trade, typeof testAccount>

/** Registers an address that the shop's server calls, or a browser that it sends. */
export type RegisterCall<Found, A extends Account> = (
  path: string,
  answer: (call: ShopCall<Found, A>) => Answer,
) => void

/** A call is recorded, answered with the fault that is set, checked, answered. */
export function createRegisterCall<Found extends Subject, A extends Account>(
  app: FastifyInstance,
  gateway: Gateway,
  { accounts, find, isTooFast }: Service<Found, A>,
): RegisterCall<Found, A> {
  return (path, answer) => {
    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request)
      const found = find(gateway, fields)
      const fault = isTooFast?.(gateway) ? 'forbidden' : faultFor(gateway, found)
      gateway.calls.push({ at: gateway.clock.now(), path, fields, fault })
      if (fault === 'silent') return reply.hijack()
      const faulty = faultyAnswer(fault)
      if (faulty) return sendAnswer(reply, faulty)
      const account = accounts.find(({ merchantId }) => merchantId === fields.MerchantID)
      const answered = !account
        ? textAnswer('0|MerchantID Error')
        : !isSigned(fields, account)
          ? textAnswer('0|CheckMacValue Error')
          : answer({ fields, account, found, fault })
      if (fault === 'slow') await delay(slowMs, undefined, { ref: false })
      return fault === 'lost' ? loseAnswer(reply) : sendAnswer(reply, answered)
    })
  }
}

/** Ends the connection instead of an answer. */
export function loseAnswer(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

export function sendAnswer(reply: FastifyReply, { status, type, body }: Answer): FastifyReply {
  return reply.code(status).type(type).send(body)
}

export function textAnswer(body: string): Answer {
  return { status: 200, type: 'text/plain; charset=utf-8', body }
}

export function formAnswer(fields: Fields): Answer {
  const type = 'application/x-www-form-urlencoded'
  return { status: 200, type, body: new URLSearchParams(fields).toString() }
}

export function jsonAnswer(value: object): Answer {
  const type = 'application/json; charset=utf-8'
  return { status: 200, type, body: JSON.stringify(value) }
}

/** Signed fields about a trade or parcel, with what the fault makes of them. */
export function signedFields(fields: Fields, account: Account, fault: Fault): Fields {
  const told = fault === 'other-amount' ? withOtherAmount(fields) : { ...fields }
  if (fault === 'other-number') told.MerchantTradeNo = otherNumber
  const signed = sign(told, account)
  return fault === 'wrong-mac' ? forge(signed) : signed
}
