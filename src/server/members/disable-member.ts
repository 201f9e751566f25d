import type { Db } from '../db/connect.ts'
import { emailKey, normalizeEmail } from './email-address.ts'
import { findMemberByEmail, updateCredentials } from './members.queries.ts'

/**
 * Revokes every session and every mailed code: a member who is enabled again has to sign in. False
 * when no member has that address.
 */
export async function setMemberDisabled(
  db: Db,
  address: string,
  isDisabled: boolean,
): Promise<boolean> {
  const email = normalizeEmail(address)
  if (email === undefined) return false
  const member = await findMemberByEmail(db, emailKey(email))
  if (!member) return false
  return (await updateCredentials(db, member.uid, { isDisabled })) !== undefined
}
