import type { MemberUser } from '../api/member-session.ts'
import { emailError } from '../shared/credential-rules.ts'

/** The contact of the member's profile; the checkout has a field for each null. */
export interface KnownContact {
  name: string | null
  email: string | null
  tel: string | null
}

const maxNameLength = 10
const telLength = { min: 6, max: 12 }
/** White space, brackets and every kind of hyphen, after NFKC. */
const separators = /[\s()\u2010-\u2015\u2212.-]/g

/** An invalid entry of the profile is treated as missing. */
export function knownContact(user: MemberUser): KnownContact {
  return {
    name: validOrNull(user.displayName, nameError),
    email: validOrNull(user.email, emailError),
    tel: validOrNull(user.phoneNumber && normalizeTel(user.phoneNumber), telError),
  }
}

/** Whether the profile has it, so that no field asks for it. */
export function isKnown(field: string, known: KnownContact): boolean {
  return Object.hasOwn(known, field) && known[field as keyof KnownContact] !== null
}

export function nameError(typed: string): string | undefined {
  const name = typed.trim()
  if (name === '') return '請輸入聯絡人'
  if ([...name].length > maxNameLength) return '聯絡人不可超過 10 個字'
}

/** Converts text with separators or full-width characters to plain digits. */
export function normalizeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(separators, '')
}

/** A telephone as an order stores it: half-width, no separators, +886 9… as 09…. */
export function normalizeTel(typed: string): string {
  return normalizeDigits(typed).replace(/^\+8860?/, '0')
}

export function telError(typed: string): string | undefined {
  const tel = normalizeTel(typed)
  if (tel === '') return '請輸入聯絡電話'
  if (!/^\+?[0-9#]+$/.test(tel)) return '聯絡電話格式不正確'
  const digits = tel.replace(/[^0-9]/g, '').length
  if (digits < telLength.min) return '電話不可少於 6 碼'
  if (digits > telLength.max) return '電話不可超過 12 碼'
}

export function addressError(typed: string): string | undefined {
  if (typed.trim() === '') return '請輸入地址'
}

/** The name as an order stores it, so that a plus sign in the contact's own name survives. */
export function storedName(contact: string, memberId: string | undefined): string {
  return memberId === undefined ? contact : `${contact}+${memberId}`
}

function validOrNull(entry: string | null, findError: (text: string) => string | undefined) {
  const text = entry?.trim() ?? ''
  return findError(text) === undefined ? text : null
}
