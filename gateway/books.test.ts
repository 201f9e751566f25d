import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ShopperAction } from './shopper-actions.ts'
import { type RunningGateway, startGateway } from './start-gateway.ts'
import { addMs, dayMs } from './taipei-time.ts'
import { LogisticsClient } from './testing/logistics-client.ts'
import { callGateway, control, postForm, TestShop } from './testing/test-shop.ts'
import type { Method } from './trade.ts'

const now = new Date('2026-11-20T12:00:00+08:00')

let folder: string
let shop: TestShop
let running: RunningGateway[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minmin-books-'))
  shop = await TestShop.open()
  running = []
})
afterEach(async () => {
  for (const gateway of running) await gateway.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** A gateway over the books; the ones before it are as good as killed, since they close nothing. */
async function start(): Promise<RunningGateway> {
  const gateway = await startGateway({ now, books: join(folder, 'books.jsonl') })
  running.push(gateway)
  return gateway
}

async function openTrade(gateway: RunningGateway, method: Method, actions: ShopperAction[]) {
  const form = shop.form(method)
  await postForm(`${gateway.address}/Cashier/AioCheckOut/V5`, form)
  const no = form.MerchantTradeNo ?? ''
  for (const action of actions) await control(gateway, `/trades/${no}/shopper`, { action })
  await gateway.gateway.notifier.idle()
  return { no, form }
}

async function booksOf({ address }: RunningGateway) {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  const { trades, parcels, settings } = (await response.json()) as Record<string, object>
  return { trades, parcels, settings }
}

it('are the same after a kill: trades, cards, callbacks and switches (GATEWAY-35)', async () => {
  const first = await start()
  await control(first, '/settings', { autoCapture: false })
  const { no } = await openTrade(first, 'Credit', ['refuse', 'pay'])
  const tradeNo = first.gateway.trades.find(no)?.tradeNo ?? ''
  const call = { MerchantTradeNo: no, TradeNo: tradeNo, Action: 'C', TotalAmount: '840' }
  await callGateway(first, '/CreditDetail/DoAction', call)
  await control(first, `/trades/${no}/card`, { action: 'R', amount: 40 })
  await control(first, `/trades/${no}/settings`, { holdsNotices: true, fault: 'lost' })
  await control(first, `/trades/${no}/simulate`, {})
  await openTrade(first, 'ATM', ['issue', 'deposit'])
  await openTrade(first, 'Credit', ['leave'])
  await openTrade(first, 'CVS', [])
  await first.gateway.clock.moveTo(addMs(now, dayMs))
  const before = await booksOf(first)

  const second = await start()
  expect(await booksOf(second)).toEqual(before)
  expect(second.gateway.trades.find(no)?.card).toMatchObject({
    state: '已關帳',
    closeEntries: [
      { amount: 840, closedAt: expect.any(Date) },
      { amount: -40, closedAt: expect.any(Date) },
    ],
  })
})

it('keep a trade number used, and go on with what nobody had acknowledged (GATEWAY-35)', async () => {
  const first = await start()
  shop.answer = { status: 503 }
  const { no, form } = await openTrade(first, 'Credit', ['pay'])
  const barcode = await openTrade(first, 'BARCODE', ['issue', 'deposit'])
  shop.answer = {}
  shop.received = []

  const second = await start()
  await second.gateway.notifier.idle()
  const sent = shop.received.map(({ fields }) => [fields.MerchantTradeNo, fields.RtnCode])
  expect(sent.toSorted()).toEqual(
    [
      [no, '1'],
      [barcode.no, '10100073'],
    ].toSorted(),
  )
  const again = await postForm(`${second.address}/Cashier/AioCheckOut/V5`, form)
  expect(await again.text()).toContain('訂單編號已使用過')
  await second.gateway.clock.moveTo(addMs(now, 3 * dayMs))
  expect(second.gateway.trades.find(barcode.no)?.stage).toBe('paid')
})

it('keep parcels, their callbacks, the closed stores and what falls due (GATEWAY-38)', async () => {
  const first = await start()
  const client = new LogisticsClient(
    () => first.address,
    () => shop.address,
  )
  const { form } = await client.create('UNIMARTC2C')
  const waiting = await client.create('FAMIC2C')
  const no = form.MerchantTradeNo ?? ''
  await control(first, `/parcels/${no}/play`, { way: 'picked-up' })
  await control(first, `/parcels/${no}/settings`, { fault: 'error' })
  await control(first, '/stores/1328', { isClosed: true })
  await first.gateway.notifier.idle()
  const before = await booksOf(first)

  const second = await start()
  expect(await booksOf(second)).toEqual(before)
  expect(second.gateway.parcels.find(no)?.history.at(-1)).toEqual({
    step: 'pickedUp',
    at: expect.any(Date),
  })
  await second.gateway.clock.moveTo(addMs(now, 8 * dayMs))
  const expired = second.gateway.parcels.find(waiting.form.MerchantTradeNo ?? '')
  expect(expired?.history.map(({ step }) => step)).toEqual(['created', 'expired'])
})

it('leave out a line that a kill cut off', async () => {
  const first = await start()
  await openTrade(first, 'Credit', ['pay'])
  const before = await booksOf(first)
  await appendFile(join(folder, 'books.jsonl'), '{"trade":{"merchantTradeNo":"HALF')

  const second = await start()
  expect(await booksOf(second)).toEqual(before)
  await openTrade(second, 'ATM', ['issue'])
  const after = await booksOf(second)
  expect(await booksOf(await start())).toEqual(after)
})
