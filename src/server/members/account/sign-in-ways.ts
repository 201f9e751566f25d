import { lineProviderId } from '#contract/line-sign-in.ts'
import type { Db } from '../../db/connect.ts'
import { findLineOf } from '../line/identities.queries.ts'
import type { MemberRow } from '../members.queries.ts'

/** The ways by which a member signs in, as the SDK knows them. */
export async function waysOf(
  db: Db,
  { uid, email, passwordHash }: Pick<MemberRow, 'uid' | 'email' | 'passwordHash'>,
): Promise<{ providerId: string; federatedId: string }[]> {
  const line = await findLineOf(db, uid)
  const hasPassword = email !== null && passwordHash !== null
  return [
    ...(hasPassword ? [{ providerId: 'password', federatedId: email }] : []),
    ...(line ? [{ providerId: lineProviderId, federatedId: line.subject }] : []),
  ]
}
