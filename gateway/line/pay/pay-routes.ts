import { createHmac, timingSafeEqual } from 'node:crypto'
import { channels } from '../channels.ts'
import type { Line } from '../line.ts'
import { jsonOf, type LineAnswer, type LineRequest, type RegisterLineCall } from '../line-call.ts'
import {
  authorisedUntil,
  isReservationOver,
  type PayTransaction,
  refundableUntil,
  refundedOf,
} from './pay-book.ts'
import { isWhole, readPayRequest } from './pay-request.ts'

/** A code of LINE Pay and its words; `0000` has what was asked for. */
type PayAnswer = [code: string, message: string, info?: object]

const done = 'Success.'
const noRecord: PayAnswer = ['1150', 'Transaction record not found.']
const otherAmount: PayAnswer = ['1153', 'The amount is different from the requested amount.']
const wrongState: PayAnswer = ['1179', 'This status does not allow the request.']

/** The calls of LINE Pay Online v3. */
export function registerPayRoutes(line: Line, register: RegisterLineCall): void {
  const { pay, clock } = line

  function call(
    method: 'GET' | 'POST',
    path: string,
    answer: (request: LineRequest) => PayAnswer,
  ): void {
    register(method, path, (request) => {
      if (method === 'POST' && jsonOf(request) === undefined) {
        return toAnswer(['2102', 'JSON data format error.'])
      }
      return toAnswer(refusalOfHeaders(line, request, method) ?? answer(request))
    })
  }
  const find = ({ params }: LineRequest) => pay.find(params.id ?? '')

  call('POST', '/v3/payments/request', (request) => {
    const read = readPayRequest(jsonOf(request) ?? {})
    if ('code' in read) return [read.code, read.message]
    if (pay.findPaid(read.orderId)) {
      return ['1172', 'There is a record of transaction with the same order number.']
    }
    const transaction = pay.add(read)
    const web = `http://${request.headers.host}/line/pay/${transaction.id}`
    return [
      '0000',
      done,
      {
        paymentUrl: { web, app: `line://pay/payment/${transaction.id}` },
        transactionId: transaction.id,
        paymentAccessToken: transaction.id.slice(-12),
      },
    ]
  })

  call('GET', '/v3/payments/requests/:id/check', (request) => {
    const transaction = find(request)
    return transaction ? checked(transaction, clock.now()) : noRecord
  })

  call('POST', '/v3/payments/:id/confirm', (request) => {
    const transaction = find(request)
    const { amount, currency } = jsonOf(request) ?? {}
    if (!transaction) return noRecord
    if (transaction.confirmedAt) return ['1152', 'There is a record of the same transaction.']
    if (transaction.state === 'requested' || transaction.state === 'cancelled') {
      return isReservationOver(transaction, clock.now())
        ? ['1180', 'The payment deadline has passed.']
        : ['1169', 'The payer must choose a payment method and authenticate the payment.']
    }
    if (transaction.state === 'failed') return ['1159', 'There is no payment request information.']
    if (isReservationOver(transaction, clock.now())) {
      return ['1180', 'The payment deadline has passed.']
    }
    if (amount !== transaction.amount || currency !== 'TWD') return otherAmount
    if (!line.switches.hasBalance) return ['1142', 'Insufficient balance.']
    transaction.state = transaction.captures ? 'captured' : 'authorised'
    transaction.confirmedAt = clock.now()
    const isHeld = !transaction.captures
    const expiry = { authorizationExpireDate: authorisedUntil(transaction).toISOString() }
    return [
      '0000',
      done,
      { ...numbersOf(transaction), payInfo: payInfo(transaction), ...(isHeld && expiry) },
    ]
  })

  call('POST', '/v3/payments/authorizations/:id/capture', (request) => {
    const transaction = find(request)
    const { amount, currency } = jsonOf(request) ?? {}
    if (!transaction) return noRecord
    if (transaction.state !== 'authorised') return wrongState
    if (authorisedUntil(transaction) <= clock.now())
      return ['1180', 'The authorization has expired.']
    if (amount !== transaction.amount || currency !== 'TWD') return otherAmount
    transaction.state = 'captured'
    return ['0000', done, { ...numbersOf(transaction), payInfo: payInfo(transaction) }]
  })
  call('POST', '/v3/payments/authorizations/:id/void', (request) => {
    const transaction = find(request)
    if (!transaction) return noRecord
    if (transaction.state === 'voided') return ['1165', 'The transaction has been voided.']
    if (transaction.state !== 'authorised') return wrongState
    transaction.state = 'voided'
    return ['0000', done]
  })

  call('POST', '/v3/payments/:id/refund', (request) => {
    const transaction = find(request)
    const { refundAmount } = jsonOf(request) ?? {}
    if (!transaction) return noRecord
    if (transaction.state !== 'captured') return wrongState
    const left = transaction.amount - refundedOf(transaction)
    if (left === 0) return ['1165', 'The transaction has already been refunded.']
    if (refundableUntil(transaction) <= clock.now())
      return ['1163', 'The refund period has expired.']
    const amount = refundAmount ?? left
    if (!isWhole(amount)) return ['2101', 'A parameter is invalid: refundAmount']
    if (amount > left) return ['1164', 'The refundable amount is exceeded.']
    const refund = { id: pay.newId(), amount, at: clock.now() }
    transaction.refunds.push(refund)
    const refundTransactionDate = refund.at.toISOString()
    return ['0000', done, { refundTransactionId: refund.id, refundTransactionDate }]
  })

  call('GET', '/v3/payments', ({ query }) => {
    const ids = query.getAll('transactionId')
    const orderIds = query.getAll('orderId')
    if (ids.length + orderIds.length === 0) {
      return ['2101', 'A parameter is invalid: transactionId or orderId']
    }
    const found = pay
      .list()
      .filter((one) => one.confirmedAt && (ids.includes(one.id) || orderIds.includes(one.orderId)))
    return found.length === 0
      ? noRecord
      : ['0000', done, found.map((one) => detail(one, clock.now()))]
  })
}

/** Why the headers prove no call of the channel. */
function refusalOfHeaders(
  { pay }: Line,
  { headers, path, queryText, body }: LineRequest,
  method: 'GET' | 'POST',
): PayAnswer | undefined {
  const { id, secret } = channels.pay
  const nonce = String(headers['x-line-authorization-nonce'] ?? '')
  const given = Buffer.from(String(headers['x-line-authorization'] ?? ''))
  if (headers['x-line-channelid'] !== id) return ['1104', 'The merchant does not exist.']
  const text = `${secret}${path}${method === 'POST' ? body : queryText}${nonce}`
  const own = Buffer.from(createHmac('sha256', secret).update(text).digest('base64'))
  const isSigned = given.length === own.length && timingSafeEqual(given, own)
  if (nonce === '' || !isSigned || !pay.takeNonce(nonce)) {
    return ['1106', 'There is an error in the header information.']
  }
  return undefined
}

/** How far the shopper is. */
function checked(transaction: PayTransaction, now: Date): PayAnswer {
  const { state, confirmedAt } = transaction
  if (confirmedAt) return ['0123', 'The payment is complete.']
  if (state === 'failed') return ['0122', 'The payment failed.']
  if (state === 'cancelled' || isReservationOver(transaction, now)) {
    return ['0121', 'The payer has cancelled the payment, or it has expired.']
  }
  return state === 'agreed'
    ? ['0110', 'The payer has completed the authentication.']
    : ['0000', 'The payer has not completed the authentication.']
}

function detail(transaction: PayTransaction, now: Date): object {
  const { amount, refunds, confirmedAt, state, names } = transaction
  const isHeld = state === 'authorised'
  const payStatus =
    state === 'captured'
      ? 'CAPTURE'
      : state === 'voided'
        ? 'VOIDED_AUTHORIZATION'
        : authorisedUntil(transaction) <= now
          ? 'EXPIRED_AUTHORIZATION'
          : 'AUTHORIZATION'
  return {
    ...numbersOf(transaction),
    transactionDate: confirmedAt?.toISOString(),
    transactionType: 'PAYMENT',
    payStatus,
    productName: names[0] ?? '',
    merchantName: channels.messaging.name,
    currency: 'TWD',
    payInfo: payInfo(transaction),
    ...(isHeld && { authorizationExpireDate: authorisedUntil(transaction).toISOString() }),
    ...(refunds.length > 0 && {
      refundList: refunds.map((refund) => ({
        refundTransactionId: refund.id,
        transactionType: refund.amount === amount ? 'PAYMENT_REFUND' : 'PARTIAL_REFUND',
        refundAmount: -refund.amount,
        refundTransactionDate: refund.at.toISOString(),
      })),
    }),
  }
}

function numbersOf({ id, orderId }: PayTransaction) {
  return { transactionId: id, orderId }
}

function payInfo({ amount }: PayTransaction) {
  return [{ method: 'CREDIT_CARD', amount }]
}

/** Numbers of transactions are numbers in JSON, with all their digits. */
function toAnswer([returnCode, returnMessage, info]: PayAnswer): LineAnswer {
  const text = JSON.stringify({ returnCode, returnMessage, ...(info && { info }) })
  const body = text.replaceAll(/"(transactionId|refundTransactionId)":"(\d+)"/g, '"$1":$2')
  return { status: 200, body, isJson: true }
}
