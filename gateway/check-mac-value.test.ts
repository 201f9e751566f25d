import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testAccount } from './account.ts'
import { checkMacValue, isSigned, sign } from './check-mac-value.ts'

const published = [
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
]

it.each(published)('computes the published value of $name (GATEWAY-35)', ({ fields, value }) => {
  expect(checkMacValue(fields, testAccount)).toBe(value)
  expect(isSigned({ ...fields, CheckMacValue: value }, testAccount)).toBe(true)
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
