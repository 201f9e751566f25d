import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invoiceAccount } from '../account.ts'
import { decrypt, encrypt } from './cipher.ts'

const published: [value: object, data: string][] = [
  [
    { MerchantID: '2000132', BarCode: '/1234567' },
    'XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTW3DVa6yI7vKmjBRp2eulDhXoru/qBqFDBH3fEqlkMn3bbJfJBfGAq+v+SvttutYnc=',
  ],
  [
    { BarCode: '/1234567', MerchantID: '2000132' },
    'r0JSyF9wVmywUav725b3rdJs3xp/ekrC/7PGb18zhKyXkPsamV9l4rPnBkaaraPcHtMSwrmSPP3wuS7b8g/aAKGs0iGiknpgpbdXKXvFrYM=',
  ],
  [
    { Name: "test!*'()~value" },
    'uvI4yrErM37XNQkXGAgRgBuDOiJoVs72Xn/rum9Ejl1DSna4HyLSoY7764PmhTR7JXb9jJWLSjCGcZEDeFiABg==',
  ],
]

it.each(published)('encrypts %j as published, and reads it', (value, data) => {
  expect(encrypt(value, invoiceAccount)).toBe(data)
  expect(decrypt(data, invoiceAccount)).toEqual(value)
})

it('reads what it has written, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (Name) => {
      expect(decrypt(encrypt({ Name }, invoiceAccount), invoiceAccount)).toEqual({ Name })
    }),
  )
})

it('reads nothing of other keys', () => {
  const other = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' }
  for (const [value] of published) {
    expect(() => decrypt(encrypt(value, other), invoiceAccount)).toThrow()
  }
})
