import { expect, it } from 'vitest'
import { isGenuine } from '../testing/logistics-client.ts'
import { setUpLogistics } from '../testing/set-up-logistics.ts'

const test = setUpLogistics()

/** Brings a parcel through states, each after the callback of the one before. */
async function move(no: string, ...steps: string[]): Promise<void> {
  for (const to of steps) {
    expect(await test.press(`/parcels/${no}/move`, { to }), to).toBe(200)
  }
}

it.each([
  ['UNIMARTC2C', 'picked-up', ['300', '2068', '2030', '2073', '2067']],
  ['UNIMART', 'picked-up', ['300', '2030', '2063', '2067']],
  ['FAMIC2C', 'picked-up', ['300', '3032', '3024', '3018', '3022']],
  ['HILIFEC2C', 'picked-up', ['2001', '3032', '3024', '3018', '3022']],
  ['OKMARTC2C', 'picked-up', ['3032', '2030', '2073', '3022']],
  ['TCAT', 'picked-up', ['300', '3001', '3006', '3012', '3003']],
  ['POST', 'picked-up', ['300', '3301', '3312', '3302', '3308']],
  ['UNIMARTC2C', 'returned', ['300', '2068', '2030', '2073', '2074', '2072', '2070']],
  ['UNIMART', 'returned', ['300', '2030', '2063', '2074', '2076', '2070']],
  ['FAMIC2C', 'returned', ['300', '3032', '3024', '3018', '3020', '3019', '3023']],
  ['UNIMARTC2C', 'store-closed', ['300', '2068', '2104', '2105', '2030', '2073', '2067']],
  ['OKMARTC2C', 'store-closed', ['3032', '7101', '2105', '2030', '2073', '3022']],
])('tells the states of %s that is %s (GATEWAY-37)', async (subType, way, codes) => {
  const { no } = await test.parcel(subType)
  await test.press(`/parcels/${no}/play`, { way })
  expect(test.codes(no)).toEqual(codes)
  const seconds = test.told(no).map(({ UpdateStatusDate }) => UpdateStatusDate)
  expect(new Set(seconds).size).toBe(seconds.length)
})

it('signs a callback over all that it carries, empty fields too (GATEWAY-38)', async () => {
  const { no, fields: created } = await test.parcel('FAMIC2C')
  const [fields = {}] = test.told(no)
  expect(test.shop.received[0]?.path).toBe('/logistics/state')
  expect(fields.BookingNote).toBe('')
  expect(isGenuine(fields)).toBe(true)
  expect(fields).toEqual(created)
})

it('moves a parcel only to a state that can come next (GATEWAY-37)', async () => {
  const { no } = await test.parcel('UNIMARTC2C')
  expect(await test.press(`/parcels/${no}/move`, { to: 'pickedUp' })).toBe(409)
  expect(await test.press(`/parcels/${no}/move`, { to: 'senderStoreClosed' })).toBe(409)
  expect(await test.press(`/parcels/${no}/move`, { to: 'flown' })).toBe(400)
  expect(await test.press('/parcels/NONE/move', { to: 'handedIn' })).toBe(404)
  expect(test.codes(no)).toEqual(['300'])
})

it('tells a state again that came before: delivered anew (GATEWAY-38)', async () => {
  const { no } = await test.parcel('UNIMARTC2C')
  await move(no, 'handedIn', 'atCentre', 'atStore', 'notPickedUp', 'redelivered', 'atStore')
  expect(test.codes(no).slice(3)).toEqual(['2073', '2074', '2098', '2073'])
})

it('sends callbacks twice, late, out of order, forged, with another amount or code (GATEWAY-38)', async () => {
  const { no, parcel } = await test.parcel('UNIMARTC2C')
  await test.press(`/parcels/${no}/settings`, { holdsNotices: true })
  await move(no, 'handedIn', 'atCentre')
  const send = (at: number, body: object) =>
    test.press(`/parcels/${no}/notices/${parcel.notices[at]?.id}`, body)
  expect(test.codes(no)).toEqual(['300'])
  await send(2, { times: 2 })
  await send(1, {})
  await send(1, { variant: 'wrong-mac' })
  await send(1, { variant: 'other-amount' })
  await send(1, { variant: 'unknown-code' })
  const told = test.told(no).slice(1)
  expect(told.map(({ RtnCode }) => RtnCode)).toEqual([
    '2030',
    '2030',
    '2068',
    '2068',
    '2068',
    '99990001',
  ])
  expect(told.map(isGenuine)).toEqual([true, true, true, false, true, true])
  expect(told.map(({ GoodsAmount }) => GoodsAmount)).toEqual([
    '840',
    '840',
    '840',
    '840',
    '841',
    '840',
  ])
})

it('sends a refused callback three times a day again, on three days (GATEWAY-38)', async () => {
  test.shop.answer = { body: '0|CheckMacValue Error' }
  const { no, parcel } = await test.parcel('TCAT')
  await test.pass(1)
  expect(test.codes(no)).toHaveLength(1 + 3)
  await test.pass(10)
  expect(test.codes(no)).toHaveLength(1 + 3 + 3 + 3)
  expect(parcel.notices[0]?.isGivenUp).toBe(true)
})

it('lets a number expire that nobody handed in (GATEWAY-37)', async () => {
  const { no: seven } = await test.parcel('UNIMARTC2C')
  const { no: family } = await test.parcel('FAMI')
  const { no: bulk } = await test.parcel('UNIMART')
  const { no: handedIn } = await test.parcel('FAMIC2C')
  await move(handedIn, 'handedIn')
  await test.pass(5)
  expect([seven, family, bulk].map((no) => test.codes(no).at(-1))).toEqual(['300', '300', '300'])
  await test.pass(1)
  expect(test.codes(bulk).at(-1)).toBe('2036')
  await test.pass(1)
  expect([seven, family].map((no) => test.codes(no).at(-1))).toEqual(['7013', '7013'])
  expect(test.codes(handedIn).at(-1)).toBe('3032')
})

it('sends a parcel back that nobody fetched for seven days (GATEWAY-37)', async () => {
  const { no } = await test.parcel('FAMIC2C')
  await move(no, 'handedIn', 'atCentre', 'atStore')
  await test.pass(7)
  expect(test.codes(no).at(-1)).toBe('3018')
  await test.pass(1)
  expect(test.codes(no).at(-1)).toBe('3020')
})

it('pays out what was collected after the pick-up, and lists it in the statement (GATEWAY-37)', async () => {
  const collected = await test.parcel('UNIMARTC2C', { IsCollection: 'Y', CollectionAmount: '840' })
  const other = await test.parcel('UNIMARTC2C')
  for (const { no } of [collected, other])
    await test.press(`/parcels/${no}/play`, { way: 'picked-up' })
  const query = () => test.client.query({ MerchantID: '2000933', MerchantTradeNo: collected.no })
  expect(await query()).toMatchObject({
    LogisticsStatus: '2067',
    CollectionAmount: '840',
    CollectionAllocateAmount: '0',
    CollectionAllocateDate: '',
  })
  await test.pass(4)
  const { CollectionAllocateDate = '', CollectionAllocateAmount } = await query()
  expect(CollectionAllocateAmount).toBe('832')
  expect(CollectionAllocateDate).toMatch(/^\d{4}\/\d\d\/\d\d$/)

  const day = CollectionAllocateDate.replaceAll('/', '-')
  const address = `${test.running.address}/parcels/statement?day=payout&from=${day}&to=${day}`
  const rows = await fetch(address, { headers: { accept: 'application/json' } })
  expect(await rows.json()).toMatchObject([
    { 廠商交易編號: collected.no, 物流費用: 60, 代收金額: 840, 撥款日期: day, 撥款金額: 832 },
  ])
  const csv = await (await fetch(address)).text()
  expect(csv).toMatch(/^物流編號,廠商交易編號,.*\r\n\d+,P.*\r\n$/)
  const later = await fetch(`${address}&page=2`, { headers: { accept: 'application/json' } })
  expect(await later.json()).toEqual([])
})
