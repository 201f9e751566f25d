import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMacValue, hasValidMac, type SigningKeys, sign } from './check-mac-value.ts'

const keys = { hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }

/** Published by ECPay. */
const published = [
  {
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
    mac: '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  },
  {
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
    mac: '291CBA324D31FB5A4BBBFDF2CFE5D32598524753AFD4959C3BF590C5B2F57FB2',
  },
]

const bulk = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS', digest: 'md5' } as const
const fromStore = {
  hashKey: 'XBERn1YOvpM9nfZc',
  hashIv: 'h1ONHk4P4yqbl5LK',
  digest: 'md5',
} as const
/** The first is published by ECPay, the others were computed by a program of another hand. */
const ofLogistics: { keys: SigningKeys; fields: Record<string, string>; mac: string }[] = [
  {
    keys: bulk,
    fields: {
      MerchantID: '2000132',
      LogisticsType: 'CVS',
      LogisticsSubType: 'UNIMART',
      MerchantTradeDate: '2025/01/01 12:00:00',
    },
    mac: '545E6146FD45BDA683C88454DB34CE8D',
  },
  {
    keys: fromStore,
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
    mac: '2BB330CD4A86859F463813086AF7F735',
  },
  {
    keys: bulk,
    fields: { MerchantID: '2000132', AllPayLogisticsID: '1718546', TimeStamp: '1764210900' },
    mac: 'D8D7BAE7221B5A84CC7EBA012DEA47FD',
  },
]

describe('CheckMacValue', () => {
  it.each(ofLogistics)('of logistics ends with MD5: $mac (SHIP-07)', ({ keys, fields, mac }) => {
    expect(checkMacValue(fields, keys)).toBe(mac)
    expect(hasValidMac({ ...fields, CheckMacValue: mac }, keys)).toBe(true)
    expect(hasValidMac({ ...fields, CheckMacValue: mac }, { ...keys, digest: undefined })).toBe(
      false,
    )
  })

  it.each(published)('is as published: $mac (GATEWAY-13)', ({ fields, mac }) => {
    expect(checkMacValue(fields, keys)).toBe(mac)
  })

  it('is the same in any order of keys, and changes with any value (GATEWAY-13, seed 20261122)', () => {
    const fields = fc.dictionary(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/).filter((name) => name !== 'CheckMacValue'),
      fc.string({ unit: 'binary', maxLength: 20 }),
      { minKeys: 1, maxKeys: 12 },
    )
    const reordered = fields.chain((set) => {
      const entries = Object.entries(set)
      const { length } = entries
      return fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: length, maxLength: length }),
      )
    })
    fc.assert(
      fc.property(reordered, ([entries, shuffled]) => {
        const mac = checkMacValue(Object.fromEntries(entries), keys)
        expect(mac).toMatch(/^[0-9A-F]{64}$/)
        expect(checkMacValue(Object.fromEntries(shuffled), keys)).toBe(mac)
        const [first] = entries
        const changed = { ...Object.fromEntries(entries), [first?.[0] ?? '']: `${first?.[1]}x` }
        expect(checkMacValue(changed, keys)).not.toBe(mac)
      }),
      { seed: 20_261_122, numRuns: 5_000 },
    )
  })

  it('an empty value takes part, an absent one does not (GATEWAY-13)', () => {
    const bare = { MerchantID: '3002607' }
    expect(checkMacValue({ ...bare, CustomField1: '' }, keys)).not.toBe(checkMacValue(bare, keys))
    const withoutValue = { ...bare, CheckMacValue: 'not a part of itself' }
    expect(checkMacValue(withoutValue, keys)).toBe(checkMacValue(bare, keys))
  })

  it('encodes as PHP does, for signs that JavaScript leaves alone', () => {
    const text = { TradeDesc: "it's ~50% (new) *now*! a+b" }
    expect(checkMacValue(text, keys)).toBe(
      // printf 'hashkey%3dpwfhcqoqzgmho4w6%26tradedesc%3dit%27s+%7e50%25+(new)+*now*!+a%2bb%26hashiv%3dekrm7ift261dpevs' | sha256sum
      '38DEF9A3EB9D505256383B29D46FA3276A34BEC2EF73F6F3F4A09FA7E180FD7F',
    )
  })

  it('is refused when missing, empty, short or changed, and half a surrogate does not throw (GATEWAY-16)', () => {
    const signed = sign({ MerchantID: '3002607', TradeAmt: '100' }, keys)
    expect(hasValidMac(signed, keys)).toBe(true)
    for (const CheckMacValue of ['', 'A', signed.CheckMacValue.slice(1), 'é'.repeat(32)]) {
      expect(hasValidMac({ ...signed, CheckMacValue }, keys)).toBe(false)
    }
    expect(hasValidMac({ ...signed, TradeAmt: '1' }, keys)).toBe(false)
    expect(hasValidMac({ MerchantID: '3002607', TradeAmt: '100' }, keys)).toBe(false)
    expect(hasValidMac({ ...signed, TradeAmt: '\ud800' }, keys)).toBe(false)
  })
})
