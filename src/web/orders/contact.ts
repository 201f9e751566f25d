import { isEnglish, t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { emailError } from '../shared/credential-rules.ts'

/** The contact that an order takes without a field; the checkout has a field for each null. */
export interface KnownContact {
  name: string | null
  email: string | null
  tel: string | null
  address: string | null
}

export const nothingKnown: KnownContact = { name: null, email: null, tel: null, address: null }

/** The recipient of an order before. */
interface LastRecipient {
  name: string
  tel: string
  /** Of a member without an address. */
  email?: string
  address?: string
}

/** Names in Latin letters are longer. */
export const maxNameLength = () => (isEnglish() ? 40 : 10)
const telLength = { min: 6, max: 12 }
/** White space, brackets and every kind of hyphen, after NFKC. */
const separators = /[\s()\u2010-\u2015\u2212.-]/g

/**
 * The last recipient, then the profile; the e-mail is the one of the profile, where mails arrive, if it
 * has one. An invalid entry is treated as missing.
 */
export function knownContact(user: MemberUser, last?: LastRecipient): KnownContact {
  const tel = (text: string | null | undefined) => validOrNull(text && normalizeTel(text), telError)
  return {
    name: validOrNull(last?.name, nameError) ?? validOrNull(user.displayName, nameError),
    email: validOrNull(user.email, emailError) ?? validOrNull(last?.email, emailError),
    tel: tel(last?.tel) ?? tel(user.phoneNumber),
    address: validOrNull(last?.address, addressError),
  }
}

/** Whether no field asks for it. */
export function isKnown(field: string, known: KnownContact): boolean {
  return Object.hasOwn(known, field) && known[field as keyof KnownContact] !== null
}

export function nameError(typed: string): string | undefined {
  const name = typed.trim()
  if (name === '') return t('請輸入聯絡人')
  if ([...name].length > maxNameLength())
    return t('聯絡人不可超過 {count} 個字', { count: maxNameLength() })
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
  if (tel === '') return t('請輸入聯絡電話')
  if (!/^\+?[0-9#]+$/.test(tel)) return t('聯絡電話格式不正確')
  const digits = tel.replace(/[^0-9]/g, '').length
  if (digits < telLength.min) return t('電話不可少於 6 碼')
  if (digits > telLength.max) return t('電話不可超過 12 碼')
}

export function addressError(typed: string): string | undefined {
  if (typed.trim() === '') return t('請輸入地址')
}

/** The name as an order stores it, so that a plus sign in the contact's own name survives. */
export function storedName(contact: string, memberId: string | undefined): string {
  return memberId === undefined ? contact : `${contact}+${memberId}`
}

function validOrNull(
  entry: string | null | undefined,
  findError: (text: string) => string | undefined,
) {
  const text = entry?.trim() ?? ''
  return findError(text) === undefined ? text : null
}
