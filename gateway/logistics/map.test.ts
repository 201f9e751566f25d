import { expect, it } from 'vitest'
import { formsOf, macOf } from '../testing/logistics-client.ts'
import { setUpLogistics } from '../testing/set-up-logistics.ts'
import { postForm } from '../testing/test-shop.ts'

const test = setUpLogistics()

function mapForm(subType: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    MerchantID: subType.endsWith('C2C') ? '2000933' : '2000132',
    MerchantTradeNo: 'MAP1',
    LogisticsType: 'CVS',
    LogisticsSubType: subType,
    IsCollection: 'N',
    ServerReplyURL: `${test.shop.address}/logistics/store`,
    ExtraData: 'k3J9+/=',
    Device: '1',
    ...changes,
  }
}

async function openMap(form: Record<string, string>) {
  const response = await postForm(`${test.running.address}/Express/map`, form)
  const page = await response.text()
  return { status: response.status, page, choices: formsOf(page).map(({ fields }) => fields) }
}

async function listOf(CvsType: string) {
  const { text } = await test.client.send('/Helper/GetStoreList', { CvsType })
  const { RtnCode, StoreList } = JSON.parse(text) as {
    RtnCode: number
    StoreList: { CvsType: string; StoreInfo: Record<string, string>[] }[]
  }
  expect(RtnCode).toBe(1)
  return StoreList
}

it('brings the chosen store to the shop by the browser, its name as it is (GATEWAY-37)', async () => {
  const { page } = await openMap(mapForm('UNIMARTC2C'))
  const form = formsOf(page).find(({ fields }) => fields.CVSStoreID === '140225')
  expect(form).toEqual({
    action: `${test.shop.address}/logistics/store`,
    fields: {
      MerchantID: '2000933',
      MerchantTradeNo: 'MAP1',
      LogisticsSubType: 'UNIMARTC2C',
      CVSStoreID: '140225',
      CVSStoreName: '"A&B"門市',
      CVSAddress: '臺北市大安區復興南路一段107巷5弄18號',
      CVSTelephone: '02-26550225',
      CVSOutSide: '0',
      ExtraData: 'k3J9+/=',
    },
  })
  expect(page).not.toContain('"A&B"')
})

it('has forty stores: on islands, closed, with short ids, and some that collect nothing (GATEWAY-37)', async () => {
  const chains = ['UNIMARTC2C', 'UNIMARTFREEZE', 'FAMI', 'HILIFEC2C', 'OKMARTC2C']
  const maps = await Promise.all(chains.map((subType) => openMap(mapForm(subType))))
  const choices = maps.flatMap((map) => map.choices)
  expect(choices).toHaveLength(40)
  expect(new Set(choices.map(({ CVSStoreID }) => CVSStoreID)).size).toBe(40)
  expect(choices.filter(({ CVSOutSide }) => CVSOutSide === '1')).toHaveLength(2)
  expect(choices.map(({ CVSStoreID }) => CVSStoreID)).toContain('1328')
  expect(maps[0]?.page).toContain('已關店')
  const collecting = await openMap(mapForm('UNIMARTC2C', { IsCollection: 'Y' }))
  const ids = collecting.choices.map(({ CVSStoreID }) => CVSStoreID)
  expect(ids).not.toContain('160032')
  expect(ids).toHaveLength(13)
})

it('asks for no MAC, and refuses a wrong one (GATEWAY-37)', async () => {
  const form = mapForm('FAMIC2C')
  expect((await openMap({ ...form, CheckMacValue: macOf(form) })).status).toBe(200)
  const forged = await openMap({ ...form, CheckMacValue: macOf(mapForm('OKMARTC2C')) })
  expect(forged.status).toBe(400)
  expect(forged.page).toContain('CheckMacValue Error')
})

it.each([
  ['MerchantID：', { MerchantID: '3002607' }],
  ['特店 2000132 為 B2C', { MerchantID: '2000132' }],
  ['LogisticsType：', { LogisticsType: 'HOME', LogisticsSubType: 'TCAT' }],
  ['LogisticsSubType：', { LogisticsSubType: 'ECAN' }],
  ['IsCollection：', { IsCollection: '' }],
  ['ServerReplyURL：', { ServerReplyURL: 'javascript:alert(1)' }],
  ['ExtraData：', { ExtraData: 'a'.repeat(21) }],
  ['Device：', { Device: '2' }],
  ['Unknown：', { Unknown: '1' }],
])('opens no map: %s %o (GATEWAY-37)', async (reason, changes) => {
  const { status, page } = await openMap(mapForm('UNIMARTC2C', changes))
  expect(status).toBe(400)
  expect(page).toContain(reason)
})

it('lists the stores of all chains or one, but for those that are closed (GATEWAY-37)', async () => {
  const all = await listOf('All')
  expect(all.map(({ CvsType }) => CvsType)).toEqual([
    'UNIMART',
    'UNIMARTFREEZE',
    'FAMI',
    'HILIFE',
    'OKMART',
  ])
  expect(all.flatMap(({ StoreInfo }) => StoreInfo)).toHaveLength(39)
  const [ok] = await listOf('OKMART')
  expect(ok?.StoreInfo[0]).toEqual({
    StoreId: '1328',
    StoreName: 'OK 南港店',
    StoreAddr: '臺北市南港區成功路一段32號',
    StorePhone: '02-26551328',
  })
  await test.press('/stores/1328', { isClosed: true })
  expect((await listOf('OKMART'))[0]?.StoreInfo).toHaveLength(3)
  expect((await test.client.create('OKMARTC2C')).text).toContain('門市 1328 已關閉')
  await test.press('/stores/1328', { isClosed: false })
  expect((await listOf('OKMART'))[0]?.StoreInfo).toHaveLength(4)
  const unknown = await test.client.send('/Helper/GetStoreList', { CvsType: 'ALL' })
  expect(unknown.text).toMatch(/^0\|/)
})
