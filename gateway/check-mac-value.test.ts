import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountOf, testAccount } from './account.ts'
import { checkMacValue, type Fields, isSigned, sign } from './check-mac-value.ts'

const published: { name: string; fields: Fields; value: string }[] = [
  {
    name: 'V1',
    fields: {
      TradeDesc: '促銷方案',
      PaymentType: 'aio',
      MerchantTradeDate: '2023/03/12 15:30:23',
      MerchantTradeNo: 'ecpay20230312153023',
      MerchantID: '3002607',
      ReturnURL: 'https://www.ecpay.com.tw/receive.php',
      ItemName: 'Apple iphone 15',
      TotalAmount: '30000',
      ChoosePayment: 'ALL',
      EncryptType: '1',
    },
    value: '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  },
  {
    name: 'V2',
    fields: {
      MerchantID: '3002607',
      MerchantTradeNo: 'Test1234567890',
      MerchantTradeDate: '2025/01/01 12:00:00',
      PaymentType: 'aio',
      TotalAmount: '100',
      TradeDesc: '測試',
      ItemName: '測試商品',
      ReturnURL: 'https://example.com/notify',
      ChoosePayment: 'ALL',
      EncryptType: '1',
    },
    value: '291CBA324D31FB5A4BBBFDF2CFE5D32598524753AFD4959C3BF590C5B2F57FB2',
  },
  {
    name: 'L1 of logistics',
    fields: {
      MerchantID: '2000132',
      LogisticsType: 'CVS',
      LogisticsSubType: 'UNIMART',
      MerchantTradeDate: '2025/01/01 12:00:00',
    },
    value: '545E6146FD45BDA683C88454DB34CE8D',
  },
  {
    name: 'L2 of a map',
    fields: {
      MerchantID: '2000933',
      MerchantTradeNo: 'MAP20261127001',
      LogisticsType: 'CVS',
      LogisticsSubType: 'UNIMARTC2C',
      IsCollection: 'N',
      ServerReplyURL: 'https://shop.example.com/logistics/store',
      ExtraData: 'k3J9',
      Device: '1',
    },
    value: '2BB330CD4A86859F463813086AF7F735',
  },
]

it.each(published)('computes the published value of $name (GATEWAY-35)', ({ fields, value }) => {
  const account = accountOf(fields)
  expect(checkMacValue(fields, account)).toBe(value)
  expect(isSigned({ ...fields, CheckMacValue: value }, account)).toBe(true)
})

it('gives the same value in any order of the fields (GATEWAY-35)', () => {
  const text = fc.string({ unit: 'grapheme' })
  const anyFields = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[A-Za-z]\w*$/), text), {
    selector: ([name]) => name.toLowerCase(),
  })
  const shuffled = anyFields.chain((pairs) =>
    fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
  )
  fc.assert(
    fc.property(shuffled, ([pairs, others]) => {
      const [one, other] = [Object.fromEntries(pairs), Object.fromEntries(others)]
      expect(checkMacValue(one, testAccount)).toBe(checkMacValue(other, testAccount))
    }),
  )
})

it('counts an empty value and no absent one, and refuses what is changed (GATEWAY-35)', () => {
  const fields = sign({ MerchantID: '3002607', StoreID: '' }, testAccount)
  const { StoreID, ...others } = fields
  expect(StoreID).toBe('')
  expect(isSigned(fields, testAccount)).toBe(true)
  for (const changed of [
    others,
    { ...fields, StoreID: ' ' },
    { ...fields, CheckMacValue: '' },
    { ...fields, CheckMacValue: `${fields.CheckMacValue}0` },
    { ...fields, CheckMacValue: fields.CheckMacValue?.toLowerCase() ?? '' },
    { ...fields, StoreID: '\ud83d' },
  ]) {
    expect(isSigned(changed, testAccount)).toBe(false)
  }
})
