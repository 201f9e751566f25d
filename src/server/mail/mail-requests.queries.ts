import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { mailRequests } from '../db/tables/mail.ts'
import type { Transaction } from '../db/transaction.ts'

/** Stores a request for a mail and gives the id that its job holds. */
export async function saveMailRequest(db: Db, content: object): Promise<number> {
  const [row] = await db.insert(mailRequests).values({ content }).returning({ id: mailRequests.id })
  if (!row) throw new Error('an inserted request came back empty')
  return row.id
}

/**
 * Takes the request of a job in the transaction that writes the mail, so that the job can run any
 * number of times. Undefined once it is taken. The caller knows what it has saved.
 */
export async function takeMailRequest<Content extends object>(
  tx: Transaction,
  id: number,
): Promise<Content | undefined> {
  const [row] = await tx
    .delete(mailRequests)
    .where(eq(mailRequests.id, id))
    .returning({ content: mailRequests.content })
  return row?.content as Content | undefined
}
