import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeChains } from '#contract/shipping-kinds.ts'
import type { Fault } from '../../../../gateway/faults.ts'
import { defaultSettings } from '../../../../gateway/settings.ts'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import { publishedLogisticsKeys } from '../../config-logistics.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import { openGatewayStandIn } from '../../testing/doubles/gateway-stand-in.ts'
import {
  explainFailure,
  type KnownShipment,
  type LogisticsProvider,
  type ShipmentOrder,
} from '../logistics-provider.ts'
import { toGoodsName } from './goods-name.ts'
import { createEcpayLogistics } from './logistics-client.ts'

let running: RunningGateway
beforeAll(async () => {
  running = await startGateway()
})
beforeEach(() => {
  Object.assign(running.gateway.settings, { ...defaultSettings, limitsCalls: false })
})
afterAll(() => running.close())

function client(
  contract: 'C2C' | 'B2C' = 'C2C',
  url = running.address,
  timeoutMs = 60_000,
): LogisticsProvider {
  const merchantId = contract === 'C2C' ? '2000933' : '2000132'
  const account = { merchantId, contract, ...publishedLogisticsKeys[contract], isTrial: true }
  const limits = { timeoutMs, maxBytes: 64 * 1024 }
  return createEcpayLogistics({ ...account, url, publicUrl: 'http://127.0.0.1:9' }, { limits })
}

/** Gives up soon where nothing is answered, and has time for everything else. */
const clientUnder = (fault: Fault) => client('C2C', undefined, fault === 'silent' ? 500 : 60_000)

const order = (changes: Partial<ShipmentOrder> = {}): ShipmentOrder => ({
  tradeNo: createTradeNumber(),
  chain: 'UNIMART',
  storeId: '131386',
  amount: 840,
  collects: 0,
  goods: '青瓷杯等 2 件',
  sender: { name: '林小美', phone: '0911222333' },
  receiver: { name: '王大明', phone: '0987654321' },
  at: new Date(),
  ...changes,
})

async function make(changes: Partial<ShipmentOrder> = {}, provider = client()) {
  const asked = order(changes)
  const made = await provider.create(asked)
  if (made.type !== 'made') throw new Error(JSON.stringify(made))
  const known: KnownShipment = { ...made.numbers, tradeNo: asked.tradeNo, chain: asked.chain }
  return { asked, made, known }
}

const setFault = (fault: Fault) => {
  running.gateway.settings.fault = fault
}

describe('parcels at the try-out server', () => {
  it.each([
    ['UNIMART', '131386'],
    ['FAMI', '006598'],
    ['HILIFE', '2001'],
    ['OKMART', '1328'],
  ] as const)('of %s are made, found again and printed (SHIP-07)', async (chain, storeId) => {
    const { asked, made, known } = await make({ chain, storeId })
    expect(made.numbers.paymentNo).toMatch(/^\w{8,11}$/)
    expect(made.numbers.validationNo).toMatch(chain === 'UNIMART' ? /^\d{4}$/ : /^$/)
    expect(await client().query(asked)).toMatchObject({
      type: 'found',
      numbers: made.numbers,
      code: made.code,
    })
    const { action, fields } = client().labelForm(known)
    const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
    expect(await page.text()).toContain(made.numbers.paymentNo)
  })

  it('of a bulk account have a number by the query and one address of labels (SHIP-07)', async () => {
    const provider = client('B2C')
    const { asked, made, known } = await make({}, provider)
    expect(made.numbers).toMatchObject({ paymentNo: '', validationNo: '' })
    const found = await provider.query(asked)
    expect(found).toMatchObject({ type: 'found', shipmentNo: expect.stringMatching(/^\d{10}$/) })
    const { action, fields } = provider.labelForm(known)
    const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
    expect(page.status).toBe(200)
    expect(provider.chains).toEqual(storeChains.filter((chain) => chain !== 'OKMART'))
  })

  it('collect the sum that is asked for, and their value is what is told for a lost one (SHIP-07)', async () => {
    const { asked } = await make({ collects: 840 })
    const parcel = running.gateway.parcels.find(asked.tradeNo)
    expect(parcel).toMatchObject({ amount: 840, collects: 840 })
  })

  it('are refused in the words of the provider (SHIP-07)', async () => {
    const known = await make()
    for (const [changes, words] of [
      [{ tradeNo: known.asked.tradeNo }, '重複'],
      [{ storeId: '999999' }, '查無門市'],
      [{ storeId: '131405' }, '已關閉'],
      [{ storeId: '160032', collects: 840 }, '不提供代收'],
      [{ amount: 20_001 }, '10500040'],
      [{ receiver: { name: '王', phone: '0987654321' } }, 'ReceiverName'],
      [{ receiver: { name: '王大明', phone: '0223456789' } }, 'ReceiverCellPhone'],
    ] as const) {
      expect(await client().create(order(changes))).toEqual({
        type: 'refused',
        reason: expect.stringContaining(words),
      })
    }
    running.gateway.settings.hasBalance = false
    expect(await client().create(order())).toMatchObject({
      type: 'refused',
      reason: expect.stringContaining('餘額不足'),
    })
  })

  it('a closed store is changed for another, a 7-ELEVEN parcel is cancelled before it is handed in (SHIP-07)', async () => {
    const closing = await make({ chain: 'FAMI', storeId: '006900' })
    expect(await client().changeStore(closing.known, '006598')).toEqual({
      type: 'refused',
      reason: expect.stringContaining('不可變更'),
    })
    const parcel = running.gateway.parcels.find(closing.asked.tradeNo)
    for (const to of ['handedIn', 'atCentre']) {
      await fetch(`${running.address}/parcels/${closing.asked.tradeNo}/move`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to }),
      })
    }
    expect(await client().changeStore(closing.known, '006598')).toEqual({ type: 'done' })
    expect(parcel?.storeId).toBe('006598')

    const { known } = await make()
    expect(client().canCancel(known)).toBe(true)
    expect(await client().cancel(known)).toEqual({ type: 'done' })
    expect(await client().cancel(known)).toMatchObject({ type: 'refused' })
    expect(client().canCancel({ chain: 'FAMI' })).toBe(false)
  })

  it('lists the stores of a chain that are open (SHIP-05)', async () => {
    const list = await client().listStores('UNIMART')
    if (list.type !== 'stores') throw new Error(list.type)
    const ids = list.stores.map(({ id }) => id)
    expect(ids).toContain('061258')
    expect(ids).not.toContain('131405')
    expect(list.stores.find(({ id }) => id === '140225')?.name).toBe('"A&B"門市')
  })

  it('opens the map of a chain with a token that comes back (SHIP-06)', async () => {
    const token = 'k3J9k3J9k3J9k3J9k3J9'
    const map = { chain: 'HILIFE', token, collects: true, isMobile: false } as const
    const { action, fields } = client().mapForm(map)
    const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(token)
  })

  it('an account of another kind is refused with the reason (SHIP-07)', async () => {
    const wrong = createEcpayLogistics({
      merchantId: '2000933',
      contract: 'B2C',
      ...publishedLogisticsKeys.C2C,
      isTrial: true,
      url: running.address,
      publicUrl: 'http://127.0.0.1:9',
    })
    expect(await wrong.create(order())).toMatchObject({
      type: 'refused',
      reason: expect.stringContaining('C2C'),
    })
  })
})

describe('each fault of the wire is an answer that is explained (SHIP-07)', () => {
  it.each<[Fault, string]>([
    ['forbidden', '暫停服務'],
    ['error', 'HTTP 500'],
    ['html', 'no answer of logistics'],
    ['empty', 'no answer of logistics'],
    ['huge', 'too long'],
    ['silent', 'TimeoutError'],
    ['lost', '無法辨識'],
    ['wrong-mac', 'CheckMacValue Error'],
    ['other-number', 'another parcel'],
    ['other-amount', 'another amount'],
  ])('to a parcel that is made: %s', async (fault, words) => {
    setFault(fault)
    const asked = order()
    const made = await clientUnder(fault).create(asked)
    expect(made.type).toBe(fault === 'forbidden' ? 'stopped' : 'unknown')
    if (made.type === 'made') return
    expect(explainFailure(made)).toContain(words)
    setFault('none')
    // The same number again is refused where it was made: no second parcel.
    const isMade = running.gateway.parcels.find(asked.tradeNo) !== undefined
    const found = await client().query(asked)
    expect(found.type).toBe(isMade ? 'found' : 'none')
    const again = await client().create(asked)
    expect(again.type).toBe(isMade ? 'refused' : 'made')
  })

  it.each<[Fault, string]>([
    ['forbidden', 'stopped'],
    ['error', 'unknown'],
    ['html', 'unknown'],
    ['empty', 'unknown'],
    ['huge', 'unknown'],
    ['silent', 'unknown'],
    ['lost', 'unknown'],
  ])('to a query, a change, a cancellation and a list: %s', async (fault, type) => {
    const { asked, known } = await make()
    setFault(fault)
    const provider = clientUnder(fault)
    const answers = await Promise.all([
      provider.query(asked),
      provider.changeStore(known, '131386'),
      provider.cancel(known),
      // A list has its own limit, of a minute.
      fault === 'silent' ? { type: 'unknown' } : provider.listStores('FAMI'),
    ])
    expect(answers.map((answer) => answer.type)).toEqual([type, type, type, type])
  })

  it.each<[Fault, string]>([
    ['wrong-mac', 'CheckMacValue Error'],
    ['other-number', 'another parcel'],
    ['other-amount', 'another amount'],
  ])('to a query that is not believed: %s', async (fault, reason) => {
    const { asked } = await make()
    setFault(fault)
    expect(await client().query(asked)).toEqual({ type: 'unknown', reason })
  })

  it('nothing was sent where nobody listens', async () => {
    const elsewhere = await openGatewayStandIn()
    await elsewhere.close()
    const made = await client('C2C', elsewhere.url).create(order())
    expect(made).toEqual({ type: 'unreachable', reason: 'ECONNREFUSED' })
    if (made.type !== 'made')
      expect(explainFailure(made)).toBe('無法連線到綠界物流（ECONNREFUSED）')
  })

  it.each([
    ['1|RtnCode=300', 'CheckMacValue Error'],
    ['1', 'no answer of logistics'],
    ['2|OK', 'no answer of logistics'],
    ['1|RtnCode=300&RtnCode=300', 'Format Error'],
  ])('an answer %s makes no parcel', async (body, reason) => {
    const standIn = await openGatewayStandIn(() => ({ body }))
    expect(await client('C2C', standIn.url).create(order())).toEqual({ type: 'unknown', reason })
    await standIn.close()
  })

  it.each([
    ['{"RtnCode":0,"RtnMsg":"CheckMacValue Error"}', 'refused'],
    ['0|MerchantID Error', 'refused'],
    ['{"RtnCode":1,"StoreList":null}', 'unknown'],
    [
      '{"RtnCode":1,"StoreList":[{"CvsType":"FAMI","StoreInfo":[null,{"StoreId":"","StoreName":"x"}]}]}',
      'unknown',
    ],
    ['null', 'refused'],
  ])('a list %s has no stores', async (body, type) => {
    const standIn = await openGatewayStandIn(() => ({ body }))
    expect((await client('C2C', standIn.url).listStores('FAMI')).type).toBe(type)
    await standIn.close()
  })
})

it('a name of goods loses the signs that carriers refuse, and is never cut (SHIP-07)', () => {
  expect(toGoodsName('手沖壺 A&B #2 <新>')).toBe('手沖壺 A B 2 新')
  expect(toGoodsName('杯'.repeat(25))).toBe('杯'.repeat(25))
  expect(toGoodsName('杯'.repeat(26))).toBe('網路商品一批')
  expect(toGoodsName('@#%')).toBe('網路商品一批')
})
