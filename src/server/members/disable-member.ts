import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { members } from '../db/tables/members.ts'
import { emailKey, normalizeEmail } from './email-address.ts'

/**
 * A disabled member's tokens are refused from the next call on; enabled again, they hold as before.
 * False when nobody has that address.
 */
export async function setMemberDisabled(
  db: Db,
  address: string,
  isDisabled: boolean,
): Promise<boolean> {
  const email = normalizeEmail(address)
  if (email === undefined) return false
  const changed = await db
    .update(members)
    .set({ isDisabled })
    .where(eq(members.emailKey, emailKey(email)))
    .returning({ uid: members.uid })
  return changed.length > 0
}
