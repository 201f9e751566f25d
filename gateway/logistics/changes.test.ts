import { expect, it } from 'vitest'
import { isGenuine } from '../testing/logistics-client.ts'
import { setUpLogistics } from '../testing/set-up-logistics.ts'

const test = setUpLogistics()

async function made(subType: string, changes = {}) {
  const { parcel, fields, no } = await test.parcel(subType, changes)
  const {
    MerchantID = '',
    AllPayLogisticsID = '',
    CVSPaymentNo = '',
    CVSValidationNo = '',
  } = fields
  const ids = { MerchantID, AllPayLogisticsID }
  return { parcel, no, ids, numbers: { ...ids, CVSPaymentNo, CVSValidationNo } }
}

/** Calls the gateway, and waits for the callbacks that follow. */
async function send(path: string, fields: Record<string, string>): Promise<string> {
  const { text } = await test.client.send(path, fields)
  await test.running.gateway.notifier.idle()
  return text
}

const move = (no: string, to: string) => test.press(`/parcels/${no}/move`, { to })

it('closes the store of a parcel under way, and takes another one (GATEWAY-37)', async () => {
  const { no, numbers, parcel } = await made('UNIMARTC2C', { ReceiverStoreID: '151670' })
  const change = (ReceiverStoreID: string, others = {}) =>
    send('/Express/UpdateStoreInfo', { ...numbers, StoreType: '01', ReceiverStoreID, ...others })
  expect(await change('991182')).toBe('0|訂單目前不可變更門市')
  await move(no, 'handedIn')
  await move(no, 'atCentre')
  expect(test.codes(no)).toEqual(['300', '2068', '2104'])
  expect(await change('006598')).toBe('0|ReceiverStoreID：查無門市 006598')
  expect(await change('131405')).toContain('已關閉')
  expect(await change('991182', { CVSValidationNo: '' })).toBe('0|查無物流訂單')
  expect(await change('991182', { StoreType: '03' })).toMatch(/^0\|StoreType/)
  expect(await change('991182')).toBe('1|OK')
  expect(parcel.storeId).toBe('991182')
  await test.press(`/parcels/${no}/play`, { way: 'picked-up' })
  expect(test.codes(no)).toEqual(['300', '2068', '2104', '2105', '2030', '2073', '2067'])
})

it('sends a parcel back when no other store is chosen within three days (GATEWAY-37)', async () => {
  const { no, numbers } = await made('FAMIC2C')
  await move(no, 'handedIn')
  await move(no, 'storeClosed')
  await test.pass(4)
  expect(test.codes(no)).toEqual(['300', '3032', '7011', '3020'])
  const late = { ...numbers, StoreType: '01', ReceiverStoreID: '001779' }
  expect(await send('/Express/UpdateStoreInfo', late)).toBe('0|訂單目前不可變更門市')
})

it('takes another store for the way back, when that of the sender has closed (GATEWAY-37)', async () => {
  const { no, numbers, parcel } = await made('OKMARTC2C')
  for (const to of ['handedIn', 'atCentre', 'atStore', 'notPickedUp', 'backAtCentre']) {
    await move(no, to)
  }
  await move(no, 'senderStoreClosed')
  const change = { ...numbers, StoreType: '02', ReturnStoreID: '1405' }
  expect(await send('/Express/UpdateStoreInfo', change)).toBe('1|OK')
  await move(no, 'backAtStore')
  expect(test.codes(no).slice(-3)).toEqual(['7201', '2105', '2072'])
  expect(parcel.storeId).toBe('1328')
})

it('changes the store or the day of a bulk parcel (GATEWAY-37)', async () => {
  const { no, ids, parcel } = await made('UNIMART')
  const update = (fields: Record<string, string>) =>
    send('/Helper/UpdateShipmentInfo', { ...ids, ...fields })
  const today = test.running.gateway.clock.now()
  const day = (days: number) =>
    new Date(today.getTime() + days * 86_400_000 + 8 * 3_600_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '/')
  expect(await update({})).toMatch(/^0\|/)
  expect(await update({ ShipmentDate: '2026/02/30' })).toMatch(/^0\|ShipmentDate/)
  expect(await update({ ShipmentDate: day(-2) })).toMatch(/^0\|ShipmentDate/)
  expect(await update({ ShipmentDate: day(3) })).toBe('1|OK')
  await test.pass(7)
  expect(test.codes(no)).toEqual(['300'])
  await move(no, 'storeClosed')
  expect(await update({ ReceiverStoreID: '991182' })).toBe('1|OK')
  expect(parcel.storeId).toBe('991182')
  expect(test.codes(no)).toEqual(['300', '2037', '2000'])
  const fromStore = await made('FAMIC2C')
  expect(await send('/Helper/UpdateShipmentInfo', { ...fromStore.ids, ShipmentDate: day(9) })).toBe(
    '0|查無物流訂單',
  )
})

it('cancels what 7-ELEVEN has not had yet, and nothing else (GATEWAY-37)', async () => {
  const cancel = (numbers: Record<string, string>) => send('/Express/CancelC2COrder', numbers)
  const { no, numbers } = await made('UNIMARTC2C')
  expect(await cancel({ ...numbers, CVSPaymentNo: 'G0000000' })).toBe('0|查無物流訂單')
  expect(await cancel(numbers)).toBe('1|OK')
  expect(test.codes(no)).toEqual(['300', '9999'])
  expect(await cancel(numbers)).toMatch(/^0\|/)
  const handedIn = await made('UNIMARTC2C')
  await move(handedIn.no, 'handedIn')
  expect(await cancel(handedIn.numbers)).toMatch(/^0\|/)
  expect(await cancel((await made('FAMIC2C')).numbers)).toMatch(/^0\|/)
})

const back = (changes: Record<string, string> = {}) => ({
  GoodsAmount: '840',
  CollectionAmount: '0',
  ServiceType: '4',
  SenderName: '王大明',
  ServerReplyURL: `${test.shop.address}/logistics/return`,
  ...changes,
})

it.each([
  ['/express/ReturnUniMartCVS', 'UNIMART', ['300', '2076', '2070']],
  ['/express/ReturnCVS', 'FAMI', ['300', '3025', '3023']],
  ['/express/ReturnHilifeCVS', 'HILIFE', ['2001', '3025', '3023']],
])('takes a return by %s, and tells its states (GATEWAY-37)', async (path, subType, codes) => {
  const { no, ids } = await made(subType)
  const { AllPayLogisticsID } = ids
  expect(await send(path, back({ AllPayLogisticsID }))).toBe('0|訂單尚未取件，不可退貨')
  await test.press(`/parcels/${no}/play`, { way: 'picked-up' })
  const [returnNo = '', code] = (await send(path, back({ AllPayLogisticsID }))).split('|')
  expect(code).toMatch(/^\d{13}$/)
  await move(returnNo, 'backAtCentre')
  await move(returnNo, 'takenBack')
  const told = test.shop.received.filter(({ path }) => path === '/logistics/return')
  expect(told.map(({ fields }) => fields.RtnCode)).toEqual(codes)
  for (const { fields } of told) {
    expect(fields).toMatchObject({ RtnMerchantTradeNo: returnNo, AllPayLogisticsID })
    expect(fields).not.toHaveProperty('MerchantTradeNo')
    expect(isGenuine(fields)).toBe(true)
  }
})

it.each([
  ['ServiceType：', { ServiceType: '1' }],
  ['GoodsAmount：', { GoodsAmount: '20001' }],
  ['CollectionAmount：', { CollectionAmount: '840' }],
  ['SenderName：', { SenderName: '王' }],
  ['Quantity：', { Quantity: '1' }],
  ['店到店不提供退貨', { MerchantID: '2000933' }],
])('refuses a return: %s (GATEWAY-37)', async (reason, changes: Record<string, string>) => {
  const text = await send('/express/ReturnUniMartCVS', back(changes))
  expect(text).toMatch(/^0\|/)
  expect(text).toContain(reason)
})

it('fetches a return at home, by its parcel or by names and addresses (GATEWAY-37)', async () => {
  const { no, ids } = await made('TCAT')
  const fields = { ...ids, ServerReplyURL: `${test.shop.address}/logistics/return` }
  expect(await send('/Express/ReturnHome', fields)).toMatch(/^0\|/)
  await test.press(`/parcels/${no}/play`, { way: 'picked-up' })
  expect(await send('/Express/ReturnHome', fields)).toBe('1|OK')
  const told = test.shop.received.filter(({ path }) => path === '/logistics/return')
  expect(told.map(({ fields }) => fields.AllPayLogisticsID)).toEqual([ids.AllPayLogisticsID])

  const { MerchantTradeNo, MerchantTradeDate, LogisticsType, CheckMacValue, ...whole } =
    test.client.parcel('POST')
  expect(await send('/Express/ReturnHome', whole)).toBe('1|OK')
  expect(await send('/Express/ReturnHome', { ...whole, ReceiverZipCode: '' })).toMatch(/^0\|/)
})
