import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Fields, isSigned, sign } from '../check-mac-value.ts'
import { type Answer, type Fault, faultyAnswer, otherNumber } from '../faults.ts'
import { faultFor, type Gateway } from '../gateway.ts'
import type { Trade } from '../trade.ts'
import { fieldsOf } from './forms.ts'

export interface ShopCall {
  fields: Fields
  /** The trade that the call names, if there is one. */
  trade: Trade | undefined
  fault: Fault
}

/** A call of the shop's server: recorded, answered with the fault that is set, checked, answered. */
export function registerShopCall(
  app: FastifyInstance,
  gateway: Gateway,
  path: string,
  answer: (call: ShopCall) => Answer,
): void {
  app.post(path, (request, reply) => {
    const fields = fieldsOf(request)
    const trade = findTrade(gateway, fields)
    const fault = faultFor(gateway, trade)
    gateway.calls.push({ at: gateway.clock.now(), path, fields, fault })
    if (fault === 'silent') return reply.hijack()
    const faulty = faultyAnswer(fault)
    if (faulty) return sendAnswer(reply, faulty)
    const refusal = refusalOf(gateway, fields)
    const answered = refusal ? textAnswer(refusal) : answer({ fields, trade, fault })
    if (fault !== 'lost') return sendAnswer(reply, answered)
    reply.hijack()
    return reply.raw.destroy()
  })
}

function findTrade({ trades }: Gateway, fields: Fields): Trade | undefined {
  if (fields.CreditRefundId) return trades.findByGwsr(fields.CreditRefundId)
  return trades.find(fields.MerchantTradeNo ?? '')
}

function refusalOf({ account }: Gateway, fields: Fields): string | undefined {
  if (fields.MerchantID !== account.merchantId) return '0|MerchantID Error'
  return isSigned(fields, account) ? undefined : '0|CheckMacValue Error'
}

function sendAnswer(reply: FastifyReply, { status, type, body }: Answer): FastifyReply {
  return reply.code(status).type(type).send(body)
}

export function textAnswer(body: string): Answer {
  return { status: 200, type: 'text/plain; charset=utf-8', body }
}

export function formAnswer(fields: Fields): Answer {
  const type = 'application/x-www-form-urlencoded'
  return { status: 200, type, body: new URLSearchParams(fields).toString() }
}

/** A signed answer about a trade, with what the fault makes of it. */
export function signedAnswer({ account }: Gateway, fields: Fields, fault: Fault): Answer {
  const told = { ...fields }
  if (fault === 'other-number') told.MerchantTradeNo = otherNumber
  if (fault === 'other-amount') told.TradeAmt = String(Number(told.TradeAmt) + 1)
  const signed = sign(told, account)
  if (fault === 'wrong-mac') signed.CheckMacValue = '0'.repeat(64)
  return formAnswer(signed)
}
