import { expect, test } from 'vitest'
import { maskAddress, maskEmail, maskName, maskTel } from './masking.ts'

test.each([
  ['王小明', '王**明'],
  ['王明', '王**明'],
  ['王', '王**'],
  ['歐陽小明', '歐**小明'],
  ['𠮷野家先生', '𠮷**先生'],
  ['', '**'],
])('ORDERS-07 ORDERS-08 the name %s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

test.each([
  ['0912345678', '091*******'],
  ['0223', '022*'],
  ['02', '02'],
  ['', ''],
])('ORDERS-09 ORDERS-10 the telephone %s is shown as %s', (tel, masked) => {
  expect(maskTel(tel)).toBe(masked)
})

test('keeps the first letter of an address of e-mail, and its domain', () => {
  expect(maskEmail('ann@example.com')).toBe('a***@example.com')
  expect(maskEmail('"a@b"@example.com')).toBe('"***@example.com')
  expect(maskEmail('nobody')).toBe('n***')
})

test('keeps the first six characters of an address, behind its postal code', () => {
  expect(maskAddress('110 台北市信義區松高路 1 號')).toBe('台北市信義區***')
  expect(maskAddress('台北市信義區松高路 1 號')).toBe('台北市信義區***')
  expect(maskAddress('')).toBe('***')
})
