import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasValidMac, sign } from '../../ecpay/check-mac-value.ts'
import { type GatewayStandIn, openGatewayStandIn } from '../../testing/doubles/gateway-stand-in.ts'
import { createEcpayClient, type EcpayClient } from './ecpay-client.ts'
import { testAccount } from './test-account.ts'

let gateway: GatewayStandIn
let client: EcpayClient
/** Gives up soon, for what is never answered. */
let hasty: EcpayClient
beforeAll(async () => {
  gateway = await openGatewayStandIn()
  const account = { ...testAccount, url: gateway.url }
  const within = (timeoutMs: number) =>
    createEcpayClient(account, {
      limits: { timeoutMs, maxBytes: 64 * 1024 },
      now: () => 1_795_340_000_500,
    })
  client = within(60_000)
  hasty = within(300)
})
beforeEach(() => {
  gateway.calls.length = 0
})
afterAll(() => gateway.close())

const attempt = { tradeNo: 'TRADE00000000000001', amount: 2_000 }
const trade = {
  MerchantID: testAccount.merchantId,
  MerchantTradeNo: attempt.tradeNo,
  TradeNo: '2611220000000001',
  TradeAmt: '2000',
  TradeStatus: '1',
  CustomField1: '',
}
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const answerTrade = (changes: Record<string, string>) => {
  gateway.answer = () => ({ body: form(sign({ ...trade, ...changes }, testAccount)) })
}

describe('asking for a trade', () => {
  it('is signed, with a time stamp of now', async () => {
    answerTrade({})
    expect(await client.queryTrade(attempt)).toEqual({
      type: 'paid',
      amount: 2_000,
      gatewayTradeNo: '2611220000000001',
    })
    const [call] = gateway.calls
    expect(call?.path).toBe('/Cashier/QueryTradeInfo/V5')
    expect(call?.fields).toMatchObject({
      MerchantID: '3002607',
      MerchantTradeNo: attempt.tradeNo,
      TimeStamp: '1795340000',
    })
    expect(hasValidMac(call?.fields ?? {}, testAccount)).toBe(true)
  })

  it('tells what was not paid from what is not known (GATEWAY-27)', async () => {
    for (const TradeStatus of ['0', '10200095', '10200047']) {
      answerTrade({ TradeStatus })
      expect(await client.queryTrade(attempt)).toEqual({ type: 'unpaid' })
    }
    const unknown: Record<string, string>[] = [
      { TradeStatus: '2' },
      { TradeStatus: '' },
      { TradeAmt: '1' },
      { TradeAmt: '2e3' },
      { MerchantTradeNo: 'TRADE00000000000002' },
      { MerchantID: '2000132' },
    ]
    for (const changes of unknown) {
      answerTrade(changes)
      expect([changes, (await client.queryTrade(attempt)).type]).toEqual([changes, 'unknown'])
    }
  })

  it('knows nothing from a fault of any kind (GATEWAY-27)', async () => {
    const signed = form(sign(trade, testAccount))
    const faults = {
      'no answer in time': undefined,
      'a fault of the server': { status: 500, body: signed },
      HTML: { body: '<!doctype html><title>maintenance</title>' },
      nothing: { body: '' },
      '10 MB': { body: `${signed}&x=${'x'.repeat(10 * 1024 * 1024)}` },
      'a wrong MAC': { body: signed.replace('TradeAmt=2000', 'TradeAmt=2001') },
      'a redirect': { status: 302, headers: { location: `${gateway.url}/elsewhere` } },
    }
    for (const [name, reply] of Object.entries(faults)) {
      gateway.answer = () => reply
      const asked = reply ? client : hasty
      expect([name, (await asked.queryTrade(attempt)).type]).toEqual([name, 'unknown'])
    }
    expect(gateway.calls.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it('tells a connection that cannot be made, and calls that came too fast (GATEWAY-28, REFUND-10)', async () => {
    gateway.answer = () => ({ status: 403 })
    expect(await client.queryTrade(attempt)).toEqual({ type: 'stopped' })
    const closed = await openGatewayStandIn()
    await closed.close()
    const nowhere = createEcpayClient({ ...testAccount, url: closed.url })
    expect(await nowhere.queryTrade(attempt)).toEqual({
      type: 'unreachable',
      reason: 'ECONNREFUSED',
    })
  })
})

describe("a card's trade", () => {
  const card = { authorisation: '11943076', amount: 2_000 }

  it('is asked for with the check code, and tells how far it is', async () => {
    const RtnValue = {
      TradeID: 11943076,
      amount: 2000,
      clsamt: 2000,
      authtime: '2026/11/22 10:00:00',
      status: '已關帳',
      close_data: [
        { status: '已關帳', amount: 2000, sno: '1', datetime: '2026/11/22 20:15:00' },
        { status: '已關帳', amount: -300, sno: '2', datetime: '2026/11/23 20:15:00' },
      ],
    }
    gateway.answer = () => ({ body: JSON.stringify({ RtnMsg: '', RtnValue }) })
    expect(await client.queryCard(card)).toEqual({
      type: 'trade',
      status: '已關帳',
      authorisedAt: new Date('2026-11-22T10:00:00+08:00'),
      refunded: 300,
    })
    expect(gateway.calls[0]).toMatchObject({
      path: '/CreditDetail/QueryTrade/V2',
      fields: { CreditRefundId: '11943076', CreditAmount: '2000', CreditCheckCode: '59997889' },
    })
  })

  it('is unknown when the answer has no trade', async () => {
    const bodies = ['', 'null', '[]', '{"RtnMsg":"error_nopay","RtnValue":{"status":"已關帳"}}']
    bodies.push('{"RtnMsg":"","RtnValue":null}', '{"RtnMsg":""}', '<html>')
    // Its state becomes part of a reason that is stored.
    bodies.push('{"RtnMsg":"","RtnValue":{"status":"\\u0000"}}')
    for (const body of bodies) {
      gateway.answer = () => ({ body })
      expect([body, (await client.queryCard(card)).type]).toEqual([body, 'unknown'])
    }
  })
})

describe('an action', () => {
  const refund = { tradeNo: attempt.tradeNo, gatewayTradeNo: trade.TradeNo, amount: 300 }
  const reply = {
    MerchantID: '3002607',
    MerchantTradeNo: attempt.tradeNo,
    TradeNo: trade.TradeNo,
    RtnCode: '1',
    RtnMsg: 'OK',
  }

  it('names both numbers, and is believed only when its answer does', async () => {
    gateway.answer = () => ({ body: form(reply) })
    expect(await client.act('R', refund)).toEqual({ type: 'done' })
    expect(gateway.calls[0]).toMatchObject({
      path: '/CreditDetail/DoAction',
      fields: { Action: 'R', TotalAmount: '300', TradeNo: trade.TradeNo },
    })
    for (const changes of [{ TradeNo: '1' }, { MerchantTradeNo: 'X' }, { MerchantID: '1' }]) {
      gateway.answer = () => ({ body: form({ ...reply, ...changes }) })
      expect((await client.act('R', refund)).type).toBe('unknown')
    }
    gateway.answer = () => ({ body: '1|OK' })
    expect((await client.act('R', refund)).type).toBe('unknown')
  })

  it('that is refused tells why (REFUND-10)', async () => {
    gateway.answer = () => ({ body: form({ ...reply, RtnCode: '0', RtnMsg: 'error_amount_R' }) })
    expect(await client.act('R', refund)).toEqual({ type: 'refused', reason: 'error_amount_R (0)' })
  })
})
