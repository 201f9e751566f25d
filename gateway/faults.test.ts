import { expect, it } from 'vitest'
import { testAccount } from './account.ts'
import { isSigned } from './check-mac-value.ts'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { callGateway, control, readFields } from './testing/test-shop.ts'
import type { Trade } from './trade.ts'

const test = setUpGateway()

function query({ merchantTradeNo }: Trade): Promise<Response> {
  return callGateway(test.running, '/Cashier/QueryTradeInfo/V5', {
    MerchantTradeNo: merchantTradeNo,
    TimeStamp: String(Math.floor(Date.now() / 1000)),
  })
}

function setFault({ merchantTradeNo }: Trade, fault: string): Promise<Response> {
  return control(test.running, `/trades/${merchantTradeNo}/settings`, { fault })
}

it.each([
  ['forbidden', 403, /^Forbidden$/],
  ['error', 500, /^Internal/],
  ['html', 200, /^<!doctype html>/],
  ['empty', 200, /^$/],
  ['huge', 200, /^A+$/],
])('answers with %s where the switch says so (GATEWAY-35)', async (fault, status, body) => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await setFault(trade, fault)
  const response = await query(trade)
  expect(response.status).toBe(status)
  const text = await response.text()
  expect(text.slice(0, 50)).toMatch(body)
  if (fault === 'huge') expect(text).toHaveLength(10 * 1024 * 1024)
  await setFault(trade, 'none')
  expect((await readFields(await query(trade))).TradeStatus).toBe('1')
})

it('answers a query with a wrong MAC, another number or amount (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await setFault(trade, 'wrong-mac')
  expect(isSigned(await readFields(await query(trade)), testAccount)).toBe(false)
  await setFault(trade, 'other-number')
  const otherNumber = await readFields(await query(trade))
  expect(otherNumber.MerchantTradeNo).not.toBe(trade.merchantTradeNo)
  expect(isSigned(otherNumber, testAccount)).toBe(true)
  await setFault(trade, 'other-amount')
  expect((await readFields(await query(trade))).TradeAmt).toBe('841')
})

it('gives no answer (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await setFault(trade, 'silent')
  const asked = query(trade)
  await expect.poll(() => test.gateway.calls.length).toBe(1)
  await test.running.close()
  await expect(asked).rejects.toThrow('fetch failed')
})

it('does what was asked and loses the answer (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await setFault(trade, 'lost')
  const call = callGateway(test.running, '/CreditDetail/DoAction', {
    MerchantTradeNo: trade.merchantTradeNo,
    TradeNo: trade.tradeNo,
    Action: 'N',
    TotalAmount: '840',
  })
  await expect(call).rejects.toThrow('fetch failed')
  expect(trade.card?.state).toBe('已取消')
  expect(trade.card?.ledger).toHaveLength(1)
})

it('has the switches of the whole gateway, which those of a trade go before (GATEWAY-35)', async () => {
  const [one, other] = [await test.openTrade('Credit'), await test.openTrade('Credit')]
  await control(test.running, '/settings', { fault: 'error' })
  await setFault(other, 'forbidden')
  expect((await query(one)).status).toBe(500)
  expect((await query(other)).status).toBe(403)
  expect(test.gateway.calls.map(({ fault }) => fault)).toEqual(['error', 'forbidden'])
})

it('refuses connections, and is back on the same port (GATEWAY-35)', async () => {
  const trade = await test.openTrade('Credit')
  await test.running.refuseConnections()
  await expect(query(trade)).rejects.toThrow('fetch failed')
  await test.running.acceptConnections()
  expect((await query(trade)).status).toBe(200)
  const outage = await control(test.running, '/outage', { seconds: 3600 })
  expect(outage.status).toBe(200)
  await expect.poll(() => query(trade).catch(() => 'refused')).toBe('refused')
  await test.running.acceptConnections()
  expect((await query(trade)).status).toBe(200)
})

it('refuses a switch that does not exist (GATEWAY-35)', async () => {
  const trade = await test.openTrade('Credit')
  expect((await setFault(trade, 'fire')).status).toBe(400)
  expect((await control(test.running, '/clock', { minutes: -1 })).status).toBe(400)
  expect((await control(test.running, '/trades/NONE/settings', {})).status).toBe(404)
  const late = await control(test.running, `/trades/${trade.merchantTradeNo}/shopper`, {
    action: 'deposit',
  })
  expect(late.status).toBe(409)
})
