import { testAccount } from '../../../gateway/account.ts'
import { sign } from '../../../gateway/check-mac-value.ts'
import type { RaceRequest, Reply } from '../held-request.ts'
import {
  burstSize,
  mustOnlyAnswer,
  pick,
  type Round,
  type Scenario,
  shuffled,
  times,
} from '../scenario.ts'
import { call, createOrder, newGuest, type Shopper } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

/** The nodes are paid through ECPay's stage; nobody answers their questions. */
export const gatewayEnv = { PAYMENTS: 'ecpay', ECPAY_STAGE: '1', ECPAY_URL: 'http://127.0.0.1:9' }

interface Started {
  shopper: Shopper
  id: string
  total: number
  /** One for each attempt. */
  tradeNos: string[]
}

/** An order whose shopper has begun to pay it so many times. */
async function started(round: Round, attempts: number): Promise<Started> {
  const { harness, random } = round
  const shopper = newGuest(random)
  const product = pick(random, harness.products)
  const id = await createOrder(harness, shopper, product, 30)
  const tradeNos: string[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const request = call('POST', `/order/${id}/payment`, shopper, { method: 'card' })
    const { data } = await harness.call(request)
    tradeNos.push((data as { fields: { MerchantTradeNo: string } }).fields.MerchantTradeNo)
  }
  return { shopper, id, total: product.price * 30, tradeNos }
}

function paidCallback(tradeNo: string, total: number): RaceRequest {
  const fields = {
    MerchantID: testAccount.merchantId,
    MerchantTradeNo: tradeNo,
    RtnCode: '1',
    RtnMsg: 'paid',
    TradeNo: `26${tradeNo}`.slice(0, 20),
    TradeAmt: String(total),
    SimulatePaid: '0',
    gwsr: '11943076',
  }
  const body = new URLSearchParams(sign(fields, testAccount)).toString()
  return { method: 'POST', path: '/v2/gateway/ecpay/notify', body }
}

function mustAcknowledge(replies: readonly Reply[]): void {
  for (const { status, body } of replies) {
    if (status === 200 && 'text' in body) mustEqual(body.text, '1|OK', 'the answer to a callback')
  }
}

interface Books {
  state: string
  captured: number
  counting: number
  /** Of refunds that did not fail, in NT$ and pieces. */
  refunded: number
  refunds: number
  paid_events: number
}

async function readBooks({ harness }: Round, id: string): Promise<Books> {
  const [row] = await harness.query<Books>(
    `select state,
      (select coalesce(sum(captured_amount), 0)::float8 from payments
        where order_id = $1 and status = 'succeeded') as captured,
      (select count(*)::int from payments
        where order_id = $1 and status = 'succeeded' and counts) as counting,
      (select coalesce(sum(amount), 0)::float8 from refunds
        where order_id = $1 and state not in ('failed', 'dropped')) as refunded,
      (select count(*)::int from refunds where order_id = $1) as refunds,
      (select count(*)::int from order_events where order_id = $1 and kind = 'paid') as paid_events
     from orders where id = $1`,
    [id],
  )
  if (!row) throw new Error('the order is gone')
  return row
}

const copies: Scenario = {
  name: 'copies of one paid callback',
  ids: 'GATEWAY-18',
  weight: 3,
  async run(round) {
    const { id, total, tradeNos } = await started(round, 1)
    const requests = times(burstSize, () => paidCallback(tradeNos[0] ?? '', total))
    const replies = await round.burst(requests)
    mustOnlyAnswer(replies, [200])
    mustAcknowledge(replies)
    const books = await readBooks(round, id)
    must(books.state === 'paid' || round.isUncertain, `the order is ${books.state}`)
    must(books.paid_events <= 1 && books.refunds === 0, 'the order was paid more than once')
  },
}

const cancelOrPay: Scenario = {
  name: 'an order cancelled while its paid callback comes',
  ids: 'REFUND-13 GATEWAY-29',
  weight: 4,
  async run(round) {
    const { shopper, id, total, tradeNos } = await started(round, 1)
    const requests = times(burstSize, (index) =>
      index % 2 === 0
        ? call('POST', `/order/${id}/cancel`, shopper)
        : paidCallback(tradeNos[0] ?? '', total),
    )
    const replies = await round.burst(shuffled(round.random, requests))
    mustOnlyAnswer(replies, [200])
    mustAcknowledge(replies)
    if (round.isUncertain) return
    const books = await readBooks(round, id)
    mustEqual(books.state, 'cancelled', 'the state')
    mustEqual(books.captured - books.refunded, 0, 'captured minus refunded')
    mustEqual(books.refunds, 1, 'refunds')
  },
}

const twice: Scenario = {
  name: 'two attempts of an order paid at once',
  ids: 'GATEWAY-30',
  weight: 4,
  async run(round) {
    const { id, total, tradeNos } = await started(round, 2)
    const requests = times(burstSize, (index) => paidCallback(tradeNos[index % 2] ?? '', total))
    const replies = await round.burst(shuffled(round.random, requests))
    mustOnlyAnswer(replies, [200])
    mustAcknowledge(replies)
    if (round.isUncertain) return
    const books = await readBooks(round, id)
    const found = [books.state, books.counting, books.captured, books.refunded, books.refunds]
    mustEqual(found, ['paid', 1, 2 * total, total, 1], 'the books')
  },
}

export const gatewayCallbackScenarios = [copies, cancelOrPay, twice]
