import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/tables/customers.ts'
import { members } from '../../db/tables/members.ts'
import { ShopError } from '../../http/shop-error.ts'
import { normalizeEmail } from '../../input/email-address.ts'
import { emailKey } from '../../members/email-address.ts'
import { findMember, findMemberByEmail } from '../../members/members.queries.ts'

const isMember = sql`${customers.key} = 'm:' || ${members.uid}`

/**
 * By what the text names a member who has no address, which `findMemberOf` takes again: the customer
 * number, before the first order the id of the account. To be selected with `members`.
 */
export const memberName = sql<string>`coalesce(${members.email}, (
  select ${customers.num}::text from ${customers} where ${isMember}), ${members.uid})`

/**
 * A member by e-mail address, customer number, telephone of the last order, or id of the account.
 * Throws INVALID_INPUT with the text when nobody, or more than one, is meant.
 */
export async function findMemberOf(tx: Db, named: string) {
  const text = named.trim()
  const address = normalizeEmail(text)
  if (address) {
    const member = await findMemberByEmail(tx, emailKey(address))
    return member ?? refuse(`找不到使用 ${named} 的會員`)
  }
  const tel = text.replace(/[^\d]/g, '')
  const isTel = /^0\d{8,9}$/.test(tel)
  const isNumber = /^[1-9]\d{0,14}$/.test(text)
  if (isTel || isNumber) {
    const rows = await tx
      .select({ uid: members.uid })
      .from(members)
      .innerJoin(customers, isMember)
      .where(
        isTel
          ? sql`regexp_replace(${customers.tel}, '\\D', '', 'g') = ${tel}`
          : eq(customers.num, Number(text)),
      )
      .limit(2)
    if (rows.length > 1) refuse(`不只一位會員使用電話 ${named}，請改用顧客編號`)
    const member = rows[0] && (await findMember(tx, rows[0].uid))
    if (member) return member
    return refuse(isTel ? `找不到使用電話 ${named} 的會員` : `找不到顧客編號為 ${named} 的會員`)
  }
  return (await findMember(tx, text)) ?? refuse(`找不到「${named}」這位會員`)
}

function refuse(message: string): never {
  throw new ShopError('INVALID_INPUT', { message, fields: { email: message } })
}
