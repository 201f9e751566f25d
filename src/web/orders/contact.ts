import { isEmail } from '#contract/members.ts'
import type { MemberUser } from '../api/member-session.ts'

/** What the member has said already; null is asked for at the checkout. */
export interface KnownContact {
  name: string | null
  email: string | null
  tel: string | null
}

const maxNameLength = 10
const telLength = { min: 6, max: 12 }

/** An entry of the profile that no order could carry is asked for like a missing one. */
export function knownContact(user: MemberUser): KnownContact {
  return {
    name: usable(user.displayName, nameFault),
    email: usable(user.email, emailFault),
    tel: usable(localTel(user.phoneNumber), telFault),
  }
}

export function nameFault(typed: string): string | undefined {
  const name = typed.trim()
  if (name === '') return '請輸入聯絡人'
  if ([...name].length > maxNameLength) return '聯絡人不可超過 10 個字'
}

export function emailFault(typed: string): string | undefined {
  const email = typed.trim()
  if (email === '') return '請輸入 Email'
  if (!isEmail(email)) return 'Email 格式不正確'
}

export function telFault(typed: string): string | undefined {
  const tel = typed.trim()
  if (tel === '') return '請輸入聯絡電話'
  if (tel.length < telLength.min) return '電話不可少於 6 碼'
  if (tel.length > telLength.max) return '電話不可超過 12 碼'
}

export function addressFault(typed: string): string | undefined {
  if (typed.trim() === '') return '請輸入地址'
}

/** The name as an order keeps it, so that a plus sign in the contact's own name survives. */
export function storedName(contact: string, memberId: string): string {
  return `${contact}+${memberId}`
}

function usable(entry: string | null, fault: (text: string) => string | undefined) {
  const text = entry?.trim() ?? ''
  return fault(text) === undefined ? text : null
}

/** A provider keeps +886912345678; here people write 0912345678. */
function localTel(phoneNumber: string | null): string | null {
  return phoneNumber?.replace(/^\+886/, '0') ?? null
}
