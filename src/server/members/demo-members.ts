import { eq } from 'drizzle-orm'
import { markDemoRows } from '../db/demo-rows.ts'
import { createId } from '../db/id.ts'
import { members } from '../db/tables/members.ts'
import type { Transaction } from '../db/transaction.ts'
import { emailKey } from './email-address.ts'
import { insertMember } from './members.queries.ts'

export interface DemoMember {
  uid: string
  email: string
  /** Says of itself that it is a demonstration. */
  name: string
}

/** Members of the demo shop: nobody knows their password, and no mail reaches them. */
export async function insertDemoMembers(
  tx: Transaction,
  count: number,
  passwordHash: string,
): Promise<DemoMember[]> {
  const inserted: DemoMember[] = []
  for (let n = 1; n <= count; n++) {
    const email = `demo-${n}@demo.invalid`
    const name = `示範會員 ${n}`
    const of = { uid: `demo-${createId()}`, email, emailKey: emailKey(email), passwordHash }
    const member = await insertMember(tx, of)
    if (!member) continue
    const change = { displayName: name, emailVerified: true }
    await tx.update(members).set(change).where(eq(members.uid, of.uid))
    inserted.push({ uid: of.uid, email, name })
  }
  await markDemoRows(
    tx,
    'member',
    inserted.map(({ uid }) => uid),
  )
  return inserted
}
