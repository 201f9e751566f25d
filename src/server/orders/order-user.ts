import type { Static } from 'typebox'
import { isEmail } from '#contract/members.ts'
import type { create } from '#contract/orders.schema.ts'
import { ShopError } from '../http/shop-error.ts'

type OrderUserInput = Static<typeof create.data>['user']

/** The contact data of an order, as it is stored. */
export interface Contact {
  name: string
  email: string
  tel: string
  address: string
}

/** Looser than the rules of the shop's own form: other clients have forms of their own. */
const maxLength = { name: 100, address: 500 }
const telDigits = { min: 5, max: 20 }
const telSigns = /^[0-9+()#*\-. /]+$/
/** Invisible characters and direction overrides; a variation selector belongs to its letter. */
const invisible =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]--[\p{Variation_Selector}\t-\r]]/gv
const lineBreaks = /[\t-\r\u2028\u2029]+/g
/** The shortest that a member's id may be; those of the identity providers have 28 characters. */
const minMemberIdLength = 20
/** One visible character at least. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u
// A letter that merely looks like another would be somebody else's address.
const visibleAscii = /^[!-~]+$/
/** What separates the addresses of a list. */
const separators = /[,;]/

/**
 * Reads what a shopper typed: trimmed, the telephone in plain digits and signs. For a member the
 * part of the name from the last plus sign on is dropped, since other clients put a member id
 * there, and the id of the verified token replaces it.
 */
export function readContact(user: OrderUserInput, memberId: string | null): Contact {
  const typed = visibleText(user.name)
  const name = memberId === null ? withoutMemberIds(typed) : visibleText(withoutSuffix(typed))
  const contact = {
    name,
    email: user.email.trim(),
    tel: user.tel
      .normalize('NFKC')
      .replace(/\p{Pd}/gu, '-')
      .trim(),
    address: visibleText(user.address),
  }
  const fields = contactFaults(contact)
  const message = Object.values(fields)
  if (message.length > 0) throw new ShopError('INVALID_INPUT', { message, fields })
  return { ...contact, name: memberId === null ? name : `${name}+${memberId}` }
}

function withoutSuffix(name: string): string {
  const lastPlus = name.lastIndexOf('+')
  return lastPlus < 0 ? name : name.slice(0, lastPlus)
}

/** A guest's name must not end as a member's does: clients read the id behind the last plus sign. */
function withoutMemberIds(name: string): string {
  const shorter = withoutSuffix(name)
  const suffix = name.slice(shorter.length + 1)
  const isMemberId = suffix.length >= minMemberIdLength && /^[\w-]+$/.test(suffix)
  return isMemberId ? withoutMemberIds(visibleText(shorter)) : name
}

function visibleText(text: string): string {
  const shown = text.replace(invisible, '').replace(lineBreaks, ' ').trim()
  return visible.test(shown) ? shown : ''
}

function contactFaults({ name, email, tel, address }: Contact): Record<string, string> {
  const faults: Record<string, string> = {}
  if (name === '') faults.name = 'name 屬性不得為空'
  if ([...name].length > maxLength.name) faults.name = '聯絡人不可超過 100 個字'
  if (email === '') faults.email = 'email 屬性不得為空'
  else if (!isOneAddress(email)) faults.email = 'Email 格式不正確'
  const digits = tel.replace(/[^0-9]/g, '').length
  if (!telSigns.test(tel)) faults.tel = '聯絡電話格式不正確'
  else if (digits < telDigits.min) faults.tel = '電話不可少於 5 碼'
  else if (digits > telDigits.max) faults.tel = '電話不可超過 20 碼'
  if (address === '') faults.address = 'address 屬性不得為空'
  if ([...address].length > maxLength.address) faults.address = 'address 長度超過上限'
  return faults
}

function isOneAddress(email: string): boolean {
  const isOne = email.split('@').length === 2 && !separators.test(email)
  return isOne && isEmail(email) && visibleAscii.test(email)
}
