import { describe, expect, test } from 'vitest'
import type { MemberUser } from '../api/member-session.ts'
import { emailError } from '../shared/credential-rules.ts'
import {
  addressError,
  knownContact,
  nameError,
  normalizeTel,
  nothingKnown,
  telError,
} from './contact.ts'

const member: MemberUser = {
  uid: 'k3Jd82',
  displayName: '王小明',
  email: 'ming@example.com',
  emailVerified: true,
  phoneNumber: '+886912345678',
  photoUrl: null,
  createdAt: null,
}

describe('what a member is not asked for', () => {
  test('INFO-02 INFO-03 INFO-04 a complete profile says it all', () => {
    expect(knownContact(member)).toEqual({
      name: '王小明',
      email: 'ming@example.com',
      tel: '0912345678',
      address: null,
    })
  })

  test('INFO-02 INFO-03 INFO-04 what is missing is asked for', () => {
    const bare = { ...member, displayName: null, email: '', phoneNumber: null }
    expect(knownContact(bare)).toEqual(nothingKnown)
  })

  test('LINE-02 a member without an e-mail is not asked again for that of the last order', () => {
    const last = { name: '王小明', tel: '0912345678', email: 'last@example.com' }
    expect(knownContact({ ...member, email: null }, last).email).toBe('last@example.com')
    expect(knownContact(member, last).email).toBe('ming@example.com')
  })

  test('what no order could carry is asked for', () => {
    const odd = { ...member, displayName: '一二三四五六七八九十一', phoneNumber: '+4915112345678' }
    expect(knownContact(odd)).toMatchObject({ name: null, tel: null })
  })
})

test.each([
  ['', '請輸入聯絡人'],
  ['  ', '請輸入聯絡人'],
  ['一二三四五六七八九十', undefined],
  ['𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', undefined],
  ['一二三四五六七八九十一', '聯絡人不可超過 10 個字'],
])('VALID-09 VALID-10 the contact 「%s」', (typed, fault) => {
  expect(nameError(typed)).toBe(fault)
})

test.each([
  ['', '請輸入 Email'],
  ['ming', 'Email 格式不正確'],
  ['ming@', 'Email 格式不正確'],
  ['a@b', undefined],
])('VALID-11 VALID-12 the e-mail 「%s」', (typed, fault) => {
  expect(emailError(typed)).toBe(fault)
})

test.each([
  ['', '請輸入聯絡電話'],
  ['12345', '電話不可少於 6 碼'],
  ['123456', undefined],
  ['123456789012', undefined],
  ['1234567890123', '電話不可超過 12 碼'],
])('VALID-13 VALID-14 VALID-15 the telephone 「%s」', (typed, fault) => {
  expect(telError(typed)).toBe(fault)
})

test('VALID-16 an address is needed', () => {
  expect(addressError(' ')).toBe('請輸入地址')
  expect(addressError('臺北市信義區市府路 1 號')).toBeUndefined()
})

test.each([
  ['0912-345-678', '0912345678'],
  ['+886 912 345 678', '0912345678'],
  ['+886-2-2345-6789', '0223456789'],
  ['（０２）２３４５－６７８９', '0223456789'],
  ['02 2345 6789', '0223456789'],
])('reads the telephone 「%s」 by its digits (EASE-04)', (typed, tel) => {
  expect(telError(typed)).toBeUndefined()
  expect(normalizeTel(typed)).toBe(tel)
})

test('refuses letters in a telephone (EASE-04)', () => {
  expect(telError('phone-one')).toBe('聯絡電話格式不正確')
})
