import { expect, it } from 'vitest'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { callGateway, control } from './testing/test-shop.ts'

const test = setUpGateway()

async function file(path: string, fields: Record<string, string>): Promise<string[]> {
  const response = await callGateway(test.running, path, fields)
  expect(response.status).toBe(200)
  return (await response.text()).trimEnd().split('\r\n')
}

it('lists closed captures and refunds from 14:00 of the next bank day (GATEWAY-35)', async () => {
  await control(test.running, '/settings', { autoCapture: false })
  const trade = await test.tradeAfter('Credit', ['pay'])
  const act = (Action: string, TotalAmount: string) =>
    callGateway(test.running, '/CreditDetail/DoAction', {
      MerchantTradeNo: trade.merchantTradeNo,
      TradeNo: trade.tradeNo,
      Action,
      TotalAmount,
    })
  await act('C', '840')
  await act('R', '40')
  const path = '/CreditDetail/FundingReconDetail'
  const asked = { PayDateType: 'close', StartDate: '2026-11-20', EndDate: '2026-11-20' }
  // A Friday is paid out on the Monday.
  await test.moveTo('2026-11-23T13:58:00')
  expect(await file(path, asked)).toHaveLength(1)
  await test.moveTo('2026-11-23T14:00:00')
  const [header, capture, refund] = await file(path, asked)
  expect(header).toBe(
    '序號,授權單號,授權碼,訂單編號,交易日期,請款日期,交易金額,服務費(%數),撥款金額',
  )
  expect(capture).toMatch(
    new RegExp(`^1,${trade.card?.gwsr},.*,${trade.merchantTradeNo},.*,840,23,817$`),
  )
  expect(refund).toMatch(/^2,.*,2026\/11\/20 20:15:00,-40,-1,-39$/)
  await test.moveTo('2026-11-23T14:02:00')
  const paidOut = { PayDateType: 'fund', StartDate: '2026-11-23', EndDate: '2026-11-23' }
  expect(await file(path, paidOut)).toHaveLength(3)
})

it('lists paid trades of all methods, one file a minute (GATEWAY-35)', async () => {
  await test.tradeAfter('ATM', ['issue'])
  const paid = await test.tradeAfter('ATM', ['issue', 'deposit'])
  const path = '/PaymentMedia/TradeNoAio'
  const asked = {
    DateType: '2',
    BeginDate: '2026-11-20',
    EndDate: '2026-11-20',
    MediaFormated: '1',
  }
  const lines = await file(path, asked)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${paid.merchantTradeNo},${paid.tradeNo},ATM 轉帳`)
  expect((await callGateway(test.running, path, asked)).status).toBe(403)
  await test.moveTo('2026-11-20T12:10:00')
  expect(await file(path, { ...asked, DateType: '6' })).toHaveLength(3)
})

it('refuses a period that is none (GATEWAY-35)', async () => {
  const fields = { DateType: '3', BeginDate: '2026-11-20', EndDate: '2026-11-20' }
  const response = await callGateway(test.running, '/PaymentMedia/TradeNoAio', fields)
  expect(await response.text()).toBe('0|Parameter Error')
})
