import { expect, it } from 'vitest'
import { formsOf, isGenuine, macOf } from '../testing/logistics-client.ts'
import { setUpLogistics } from '../testing/set-up-logistics.ts'

const test = setUpLogistics()

/** The clock runs on while a test does. */
const nearNoon = expect.stringMatching(/^2026\/11\/20 12:0\d:\d\d$/)

it.each([
  ['UNIMART', '300', {}],
  ['UNIMARTFREEZE', '300', {}],
  ['FAMI', '300', {}],
  ['HILIFE', '2001', {}],
  ['UNIMARTC2C', '300', { CVSPaymentNo: /^[A-Z]\d{7}$/, CVSValidationNo: /^\d{4}$/ }],
  ['FAMIC2C', '300', { CVSPaymentNo: /^\d{11}$/ }],
  ['HILIFEC2C', '2001', { CVSPaymentNo: /^\d{11}$/ }],
  ['OKMARTC2C', '300', { CVSPaymentNo: /^\d{11}$/ }],
  ['TCAT', '300', {}],
  ['POST', '300', {}],
])('makes a parcel of %s (GATEWAY-37)', async (subType, code, numbers: Record<string, RegExp>) => {
  const { fields, form } = await test.client.create(subType)
  expect(fields).toEqual({
    AllPayLogisticsID: expect.stringMatching(/^\d{9}$/),
    BookingNote: '',
    CVSPaymentNo: expect.stringMatching(numbers.CVSPaymentNo ?? /^$/),
    CVSValidationNo: expect.stringMatching(numbers.CVSValidationNo ?? /^$/),
    CheckMacValue: expect.stringMatching(/^[0-9A-F]{32}$/),
    GoodsAmount: '840',
    LogisticsSubType: subType,
    LogisticsType: form.LogisticsType,
    MerchantID: form.MerchantID,
    MerchantTradeNo: form.MerchantTradeNo,
    ReceiverAddress: form.ReceiverAddress ?? '',
    ReceiverCellPhone: '0987654321',
    ReceiverEmail: 'ming@shop.example',
    ReceiverName: '王大明',
    ReceiverPhone: '',
    RtnCode: code,
    RtnMsg: '訂單處理中',
    UpdateStatusDate: nearNoon,
  })
  expect(isGenuine(fields)).toBe(true)
})

it.each<[reason: string, subType: string, changes: Record<string, string | undefined>]>([
  ['特店 2000132 為 B2C', 'UNIMARTC2C', { MerchantID: '2000132' }],
  ['特店 2000933 為 C2C', 'FAMI', { MerchantID: '2000933' }],
  ['特店 2000933 為 C2C', 'TCAT', { MerchantID: '2000933' }],
  ['MerchantID Error', 'UNIMART', { MerchantID: '3002607' }],
  ['LogisticsSubType：', 'UNIMART', { LogisticsSubType: 'ECAN' }],
  ['LogisticsType：', 'TCAT', { LogisticsType: 'CVS' }],
  ['MerchantTradeNo：', 'UNIMART', { MerchantTradeNo: 'A-1' }],
  ['MerchantTradeDate：', 'UNIMART', { MerchantTradeDate: '2026/11/31 12:00:00' }],
  ['10500040', 'FAMI', { GoodsAmount: '0' }],
  ['10500040', 'FAMI', { GoodsAmount: '20001' }],
  ['GoodsAmount：', 'TCAT', { GoodsAmount: '0' }],
  ['CollectionAmount：須與', 'UNIMARTC2C', { CollectionAmount: undefined }],
  ['CollectionAmount：須與', 'UNIMARTC2C', { CollectionAmount: '839' }],
  ['CollectionAmount：須與', 'UNIMARTC2C', { IsCollection: 'Y', CollectionAmount: '839' }],
  ['CollectionAmount：代收', 'FAMIC2C', { IsCollection: 'Y', CollectionAmount: '0' }],
  ['CollectionAmount：代收', 'TCAT', { IsCollection: 'Y', CollectionAmount: '20001' }],
  ['IsCollection：', 'FAMI', { IsCollection: '1' }],
  ['GoodsName：', 'UNIMARTC2C', { GoodsName: '' }],
  ['GoodsName：', 'UNIMARTC2C', { GoodsName: '杯_盤' }],
  ['GoodsName：', 'FAMI', { GoodsName: '青瓷杯'.repeat(8).concat('青瓷') }],
  ['GoodsName：', 'TCAT', { GoodsName: '杯（大）' }],
  ['SenderName：', 'UNIMART', { SenderName: '林' }],
  ['SenderName：', 'UNIMART', { SenderName: '林小美 2' }],
  ['ReceiverName：', 'UNIMART', { ReceiverName: '𠮷田' }],
  ['ReceiverName：', 'UNIMART', { ReceiverName: '谷辣斯·尤達' }],
  ['ReceiverName：', 'UNIMART', { ReceiverName: '歐陽王大明李' }],
  ['ReceiverName：', 'UNIMART', { ReceiverName: 'Mary Smith' }],
  ['SenderCellPhone：', 'UNIMARTC2C', { SenderCellPhone: undefined }],
  ['ReceiverCellPhone：', 'FAMIC2C', { ReceiverCellPhone: '0287654321' }],
  ['ReceiverStoreID：查無門市', 'UNIMART', { ReceiverStoreID: '006598' }],
  ['ReceiverStoreID：', 'OKMARTC2C', { ReceiverStoreID: '1328-1' }],
  ['ReceiverStoreID：門市 131405 已關閉', 'UNIMART', { ReceiverStoreID: '131405' }],
  [
    'ReceiverStoreID：門市 160032 不提供代收',
    'UNIMARTC2C',
    { ReceiverStoreID: '160032', IsCollection: 'Y', CollectionAmount: '840' },
  ],
  ['ReturnStoreID：', 'UNIMART', { ReturnStoreID: '131386' }],
  ['ServerReplyURL：', 'UNIMART', { ServerReplyURL: 'https://shop.example:3000/state' }],
  ['SenderZipCode：', 'TCAT', { SenderZipCode: '115001' }],
  ['ReceiverAddress：', 'POST', { ReceiverAddress: '大學路1號' }],
  ['ReceiverPhone：', 'TCAT', { ReceiverCellPhone: undefined }],
  ['ScheduledPickupTime：', 'TCAT', { ScheduledPickupTime: undefined }],
  ['Specification：', 'TCAT', { Temperature: '0003', Specification: '0004' }],
  ['GoodsWeight：', 'POST', { GoodsWeight: '20.5' }],
  ['Temperature：', 'UNIMART', { Temperature: '0001' }],
  ['Remark：', 'UNIMART', { Remark: '<b>' }],
])('refuses a parcel: %s %s %o (GATEWAY-37)', async (reason, subType, changes) => {
  const { text, form } = await test.client.create(subType, changes)
  expect(text).toMatch(/^0\|/)
  expect(text).toContain(reason)
  expect(test.running.gateway.parcels.find(form.MerchantTradeNo ?? '')).toBeUndefined()
})

it.each([
  ['王大明', 'Lin An'],
  ['司馬相如', 'Anna'],
])('takes the names %s and %s (GATEWAY-37)', async (ReceiverName, SenderName) => {
  expect((await test.client.create('UNIMARTC2C', { ReceiverName, SenderName })).isMade).toBe(true)
})

it('refuses a number that was used, a forged form, and any without balance (GATEWAY-37)', async () => {
  const { no } = await test.parcel('FAMIC2C')
  const again = await test.client.create('FAMIC2C', { MerchantTradeNo: no })
  expect(again.text).toBe('0|MerchantTradeNo：廠商交易編號重複')

  const form = test.client.parcel('UNIMART')
  const body = new URLSearchParams({ ...form, GoodsAmount: '5', CheckMacValue: macOf(form) })
  const forged = await fetch(`${test.running.address}/Express/Create`, { method: 'POST', body })
  expect(await forged.text()).toBe('0|CheckMacValue Error')

  await test.press('/settings', { hasBalance: false })
  expect((await test.client.create('UNIMART')).text).toContain('餘額不足')
  await test.press('/settings', { hasBalance: true })
  expect((await test.client.create('UNIMART')).isMade).toBe(true)
})

it('gives a number where the form has none (GATEWAY-37)', async () => {
  const { fields } = await test.parcel('UNIMART', { MerchantTradeNo: '' })
  expect(fields.MerchantTradeNo).toMatch(/^[A-Za-z0-9]{1,20}$/)
})

it('leads a browser back to the shop with the answer (GATEWAY-37)', async () => {
  const ClientReplyURL = `${test.shop.address}/back`
  const { text } = await test.client.create('FAMIC2C', { ClientReplyURL })
  const [form] = formsOf(text)
  expect(form?.action).toBe(ClientReplyURL)
  expect(form?.fields.RtnCode).toBe('300')
  expect(isGenuine(form?.fields ?? {})).toBe(true)
})

it('makes a parcel whose answer is lost, which a query finds (GATEWAY-37)', async () => {
  const form = test.client.parcel('UNIMARTC2C', { CollectionAmount: '840', IsCollection: 'Y' })
  await test.press('/settings', { fault: 'lost' })
  await expect(test.client.send('/Express/Create', form)).rejects.toThrow('fetch failed')
  await test.press('/settings', { fault: 'none' })
  const { MerchantID = '', MerchantTradeNo = '' } = form
  const found = await test.client.query({ MerchantID, MerchantTradeNo })
  expect(found).toMatchObject({
    MerchantTradeNo,
    LogisticsType: 'CVS_UNIMARTC2C',
    LogisticsStatus: '300',
    CollectionAmount: '840',
    ShipmentNo: `${found.CVSPaymentNo}${found.CVSValidationNo}`,
  })
  expect(isGenuine(found)).toBe(true)
  expect((await test.client.create('UNIMARTC2C', { MerchantTradeNo })).isMade).toBe(false)
})

it('answers a query with a wrong MAC, another number or amount (GATEWAY-37)', async () => {
  const { fields, no } = await test.parcel('FAMI')
  const { AllPayLogisticsID = '' } = fields
  const query = () => test.client.query({ AllPayLogisticsID })
  await test.press(`/parcels/${no}/settings`, { fault: 'wrong-mac' })
  expect(isGenuine(await query())).toBe(false)
  await test.press(`/parcels/${no}/settings`, { fault: 'other-number' })
  expect((await query()).MerchantTradeNo).not.toBe(no)
  await test.press(`/parcels/${no}/settings`, { fault: 'other-amount' })
  expect((await query()).GoodsAmount).toBe('841')
  await test.press(`/parcels/${no}/settings`, { fault: 'none' })
  expect(await query()).toMatchObject({
    GoodsAmount: '840',
    ShipmentNo: expect.stringMatching(/^\d{10}$/),
  })
})

it('refuses a query that is late, names two numbers, or that of another account (GATEWAY-37)', async () => {
  const { fields, no: MerchantTradeNo } = await test.parcel('FAMI')
  const { AllPayLogisticsID = '' } = fields
  const answers = [
    await test.client.query({ MerchantTradeNo }, 240),
    await test.client.query({ MerchantTradeNo, AllPayLogisticsID }),
    await test.client.query({ MerchantID: '2000933', MerchantTradeNo }),
    await test.client.query({ MerchantTradeNo: 'NONE' }),
  ]
  for (const answer of answers) expect(Object.keys(answer)[0]).toMatch(/^0\|/)
})

it('answers 403 to more than ten calls in a second, and not while the switch is off (GATEWAY-38)', async () => {
  const burst = async () => {
    const calls = Array.from({ length: 12 }, () =>
      test.client.send('/Helper/GetStoreList', { CvsType: 'OKMART' }),
    )
    return (await Promise.all(calls)).map(({ status }) => status)
  }
  expect(new Set(await burst())).toEqual(new Set([200]))
  await test.press('/settings', { limitsCalls: true })
  // A busy machine may need longer than a second for one burst.
  await expect.poll(burst).toContain(403)
})

it('prints a label for each carrier, with what is collected (GATEWAY-37)', async () => {
  const paths: Record<string, string> = {
    UNIMARTC2C: '/Express/PrintUniMartC2COrderInfo',
    FAMIC2C: '/Express/PrintFAMIC2COrderInfo',
    HILIFEC2C: '/Express/PrintHILIFEC2COrderInfo',
    OKMARTC2C: '/Express/PrintOKMARTC2COrderInfo',
    FAMI: '/helper/printTradeDocument',
    TCAT: '/helper/printTradeDocument',
  }
  for (const [subType, path] of Object.entries(paths)) {
    const { fields } = await test.parcel(subType, { CollectionAmount: '840', IsCollection: 'Y' })
    const { MerchantID = '', AllPayLogisticsID = '', CVSPaymentNo = '' } = fields
    const { CVSValidationNo = '' } = fields
    const call = { MerchantID, AllPayLogisticsID, CVSPaymentNo, CVSValidationNo }
    const { text } = await test.client.send(path, call)
    expect(text).toContain('<dt>代收金額</dt><dd><strong class="amount">NT$840</strong></dd>')
    expect(text).toContain(AllPayLogisticsID)
    const unknown = await test.client.send(path, { ...call, AllPayLogisticsID: '1' })
    expect(unknown.text).toMatch(/^0\|/)
    if (!CVSPaymentNo) continue
    const guessed = await test.client.send(path, { ...call, CVSPaymentNo: '1' })
    expect(guessed.text).toMatch(/^0\|/)
  }
})
