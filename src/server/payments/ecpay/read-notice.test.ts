import { describe, expect, it } from 'vitest'
import { sign } from '../../ecpay/check-mac-value.ts'
import { readNotice } from './read-notice.ts'
import { testAccount as account } from './test-account.ts'

const paid = {
  MerchantID: '3002607',
  MerchantTradeNo: 'TRADE00000000000001',
  StoreID: '',
  RtnCode: '1',
  RtnMsg: '交易成功',
  TradeNo: '2611220000000001',
  TradeAmt: '2000',
  PaymentDate: '2026/11/22 10:00:00',
  PaymentType: 'Credit_CreditCard',
  SimulatePaid: '0',
  CustomField1: '',
  gwsr: '11943076',
}
const tradeNo = paid.MerchantTradeNo

const bodyOf = (fields: Record<string, string>) =>
  Buffer.from(new URLSearchParams(sign(fields, account)).toString())
const read = (raw: Buffer | string, kind: 'notify' | 'number' = 'notify') =>
  readNotice(account, Buffer.from(raw), kind)
const newsOf = (fields: Record<string, string>, kind: 'notify' | 'number') =>
  read(bodyOf(fields), kind)

describe('a callback', () => {
  it('of a paid trade names both numbers and the amount', () => {
    expect(read(bodyOf(paid))).toEqual({
      type: 'believed',
      tradeNo,
      news: {
        type: 'paid',
        amount: 2_000,
        gatewayTradeNo: '2611220000000001',
        authorisation: '11943076',
      },
      digest: sign(paid, account).CheckMacValue,
    })
  })

  it('is read also when its values came unescaped', () => {
    const text = Object.entries(sign(paid, account)).map(([name, value]) => `${name}=${value}`)
    expect(read(text.join('&'))).toMatchObject({ type: 'believed', tradeNo })
  })

  it('of a refusal, whatever its words are, pays nothing (GATEWAY-22)', () => {
    for (const RtnCode of ['0', '10100058', '1.0', '01', '', 'paid']) {
      const message = `交易成功 (${RtnCode})`
      expect(newsOf({ ...paid, RtnCode }, 'notify')).toMatchObject({
        news: { type: 'refused', message },
      })
    }
  })

  it('of a simulated payment pays nothing (GATEWAY-21)', () => {
    const reading = newsOf({ ...paid, SimulatePaid: '1' }, 'notify')
    expect(reading).toMatchObject({ news: { type: 'simulated' } })
  })

  it.each([
    [
      { RtnCode: '2', BankCode: '822', vAccount: '9103522175887271', ExpireDate: '2026/11/25' },
      { bankCode: '822', account: '9103522175887271' },
      '2026-11-25T23:59:59+08:00',
    ],
    [
      { RtnCode: '10100073', PaymentNo: 'LLL26112200001', ExpireDate: '2026/11/25 10:00:00' },
      { code: 'LLL26112200001' },
      '2026-11-25T10:00:00+08:00',
    ],
    [
      {
        RtnCode: '10100073',
        PaymentNo: '',
        Barcode1: '151125CA1',
        Barcode2: '3453010539115900',
        Barcode3: '112500000002000',
        ExpireDate: '2026/11/25 10:00:00',
      },
      { barcodes: ['151125CA1', '3453010539115900', '112500000002000'] },
      '2026-11-25T10:00:00+08:00',
    ],
  ])(
    'of an issued number has it and its date, and pays nothing (GATEWAY-23) %#',
    (fields, number, due) => {
      expect(newsOf({ ...paid, ...fields }, 'number')).toMatchObject({
        type: 'believed',
        tradeNo,
        news: { type: 'number_issued', number, dueAt: new Date(due) },
      })
    },
  )

  it('that tells of no number is a failure (GATEWAY-23)', () => {
    const reading = newsOf({ ...paid, RtnCode: '1' }, 'number')
    expect(reading).toMatchObject({ news: { type: 'refused' } })
  })

  it('is refused unless each byte is as it was signed, by this shop, once (GATEWAY-16)', () => {
    const body = bodyOf(paid).toString()
    const refused = {
      'changed value': body.replace('TradeAmt=2000', 'TradeAmt=1'),
      'missing MAC': body.replace(/&CheckMacValue=.*/, ''),
      'empty MAC': body.replace(/CheckMacValue=.*/, 'CheckMacValue='),
      'short MAC': body.slice(0, -1),
      'doubled MAC': `${body}&CheckMacValue=${'0'.repeat(64)}`,
      'doubled parameter': `${body}&RtnCode=1`,
      'another shop': bodyOf({ ...paid, MerchantID: '2000132' }).toString(),
      JSON: JSON.stringify(sign(paid, account)),
      multipart: `--x\r\nContent-Disposition: form-data; name="RtnCode"\r\n\r\n1\r\n--x--`,
      'half a surrogate': body.replace('%E4%BA%A4', '%ED%A0%80'),
      nothing: '',
    }
    for (const [name, raw] of Object.entries(refused)) {
      expect([name, read(raw).type]).toEqual([name, 'refused'])
    }
    expect(read(Buffer.from([0xed, 0xa0, 0x80])).type).toBe('refused')
    expect(read(body).type).toBe('believed')
  })
})
