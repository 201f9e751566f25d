import type { Static } from 'typebox'
import { contactName } from '#contract/members.ts'
import type { create } from '#contract/orders.schema.ts'
import { ShopError } from '../http/shop-error.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { wholeAddress } from './order-address.ts'

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
/** One visible character at least. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Reads what a shopper typed: trimmed, the telephone in plain digits and signs. A member's id behind
 * the last plus sign of the name is dropped, since other clients put one there. Without `needsAddress`
 * it may be left out: that of a place or store takes its place. Without `needsReach` mailbox and
 * telephone may be left out, too: of a person whom somebody else enters the name alone is known.
 */
export function readContact(
  user: OrderUserInput,
  memberId: string | null,
  { needsAddress = true, needsReach = true } = {},
): Contact {
  const contact = {
    name: withoutMemberIds(visibleText(user.name), memberId),
    email: user.email.trim(),
    tel: user.tel
      .normalize('NFKC')
      .replace(/\p{Pd}/gu, '-')
      .trim(),
    address: visibleText(wholeAddress(user)),
  }
  const { address, email, tel, ...faults } = contactFaults(contact)
  const isLeftOut = !needsAddress && contact.address === ''
  const isUnreached = (text: string) => !needsReach && text === ''
  const fields = {
    ...faults,
    ...(email && !isUnreached(contact.email) && { email }),
    ...(tel && !isUnreached(contact.tel) && { tel }),
    ...(address && !isLeftOut && { address }),
  }
  const message = Object.values(fields)
  if (message.length > 0) throw new ShopError('INVALID_INPUT', { message, fields })
  return contact
}

/** The name must not end as a member's does: clients read the id behind the last plus sign. */
export function withoutMemberIds(name: string, own: string | null): string {
  const isOwn = own !== null && name.endsWith(`+${own}`)
  const shorter = isOwn ? name.slice(0, -own.length - 1) : contactName(name)
  return shorter === name ? name : withoutMemberIds(visibleText(shorter), own)
}

function visibleText(text: string): string {
  const shown = text.replace(invisible, '').replace(lineBreaks, ' ').trim()
  return visible.test(shown) ? shown : ''
}

function contactFaults({ name, email, tel, address }: Contact): Partial<Contact> {
  const faults: Partial<Contact> = {}
  if (name === '') faults.name = 'name 屬性不得為空'
  if ([...name].length > maxLength.name) faults.name = '聯絡人不可超過 100 個字'
  if (email === '') faults.email = 'email 屬性不得為空'
  // Forms of other clients take `a@b`.
  else if (!normalizeEmail(email, { minLabels: 1 })) faults.email = 'Email 格式不正確'
  const digits = tel.replace(/[^0-9]/g, '').length
  if (!telSigns.test(tel)) faults.tel = '聯絡電話格式不正確'
  else if (digits < telDigits.min) faults.tel = '電話不可少於 5 碼'
  else if (digits > telDigits.max) faults.tel = '電話不可超過 20 碼'
  if (address === '') faults.address = 'address 屬性不得為空'
  if ([...address].length > maxLength.address) faults.address = 'address 長度超過上限'
  return faults
}
