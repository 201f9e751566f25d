import { sign } from '../../ecpay/check-mac-value.ts'
import { testAccount } from '../../payments/ecpay/test-account.ts'
import type { GivenProviders } from '../../payments/payment-providers.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../test-shop.ts'
import { type GatewayAnswer, type GatewayStandIn, openGatewayStandIn } from './gateway-stand-in.ts'

/** A shop that is paid through ECPay. */
export interface GatewayShop extends TestShop {
  /** An order of two pieces at NT$1,000 each. */
  order(visitor: Visitor): Promise<string>
  /** Begins to pay an order and gives the form. */
  start(visitor: Visitor, orderId: string, method?: string): Promise<StartedForm>
  notify(body: string, kind?: 'notify' | 'number'): Promise<{ status: number; text: string }>
  /** The states of the attempts of an order, oldest first. */
  attempts(orderId: string): Promise<{ status: string; counts: boolean; message: string | null }[]>
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>
}

/** With a server that answers in the place of ECPay. */
export interface StandInShop extends GatewayShop {
  gateway: GatewayStandIn
}

export interface StartedForm {
  attemptId: string
  action: string
  tradeNo: string
  fields: Record<string, string>
}

export async function openGatewayShop(
  options: {
    env?: Record<string, string>
    answer?: GatewayAnswer
  } & Around = {},
): Promise<StandInShop> {
  const { env, answer, ...around } = options
  const gateway = await openGatewayStandIn(answer)
  const shop = await shopOverGateway(gateway.url, {
    env: { PAYMENTS: 'ecpay', ECPAY_STAGE: '1', ...env },
    ...around,
  })
  return {
    ...shop,
    gateway,
    async close() {
      await shop.close()
      await gateway.close()
    },
  }
}

interface Around {
  /** Another node of this shop, over its database. */
  beside?: GatewayShop
  /** As for every shop under test. */
  reach?: (databaseUrl: string) => Promise<string>
  worksJobs?: boolean
  givenProviders?: GivenProviders
}

export async function shopOverGateway(
  url: string,
  {
    env,
    beside,
    reach,
    worksJobs = false,
    givenProviders,
  }: { env: Record<string, string> } & Around,
): Promise<GatewayShop> {
  const shop = await openTestShop({
    env: { ECPAY_URL: url, ...env },
    worksJobs,
    ...(reach && { reach }),
    ...(givenProviders && { givenProviders }),
    ...(beside && { reach: async () => beside.databaseUrl }),
  })
  const product = await shop.product()

  async function rows<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await shop.database.pool.query(statement, values)).rows
  }

  return {
    ...shop,
    rows,
    async order(visitor) {
      await visitor.post('/cart', { product_id: product, qty: 2 })
      return (await visitor.post('/order', orderData)).body.orderId
    },
    async start(visitor, orderId, method = 'card') {
      const { status, body } = await visitor.post(`/order/${orderId}/payment`, { method })
      if (status !== 200) throw new Error(`not started: ${status} ${JSON.stringify(body)}`)
      const { attempt_id: attemptId, action, fields } = body.data
      return { attemptId, action, tradeNo: fields.MerchantTradeNo, fields }
    },
    async notify(body, kind = 'notify') {
      const response = await shop.app.inject({
        method: 'POST',
        url: `/v2/gateway/ecpay/${kind}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: body,
      })
      return { status: response.statusCode, text: response.payload }
    },
    attempts: (orderId) =>
      rows('select status, counts, message from payments where order_id = $1 order by id', [
        orderId,
      ]),
  }
}

/** A callback as ECPay signs it: by default of a paid card. */
export function callbackOf(tradeNo: string, changes: Record<string, string> = {}): string {
  return signedForm({
    MerchantTradeNo: tradeNo,
    StoreID: '',
    RtnCode: '1',
    RtnMsg: '交易成功',
    TradeNo: `26112${tradeNo.slice(5)}`,
    TradeAmt: '2000',
    PaymentType: 'Credit_CreditCard',
    SimulatePaid: '0',
    CustomField1: '',
    gwsr: '11943076',
    ...changes,
  })
}

/** The answer to a question about a trade, by default that it is not paid. */
export function tradeAnswer(tradeNo: string, changes: Record<string, string> = {}): string {
  return signedForm({
    MerchantTradeNo: tradeNo,
    TradeNo: `26112${tradeNo.slice(5)}`,
    TradeAmt: '2000',
    TradeStatus: '0',
    ...changes,
  })
}

function signedForm(fields: Record<string, string>): string {
  const { merchantId: MerchantID } = testAccount
  return new URLSearchParams(sign({ MerchantID, ...fields }, testAccount)).toString()
}
