import { randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { sha256 } from '../db/sha256.ts'
import { adminTokenMark, type VerifiedAdmin } from '../http/caller.ts'
import type { PasswordHasher } from '../members/password-hasher.ts'
import {
  type Administrator,
  deleteSession,
  findAdministrator,
  findLiveSession,
  insertSessionIfUnchanged,
  rememberNetwork,
} from './admin.queries.ts'
import { type AdminAttempt, consumeAdminSignIn } from './admin-sign-in-limits.ts'

const sessionMs = 8 * 3600 * 1000

export interface AdminSession {
  uid: string
  /** Opaque; only its hash is stored. */
  token: string
  /** Epoch milliseconds. */
  expired: number
}

/** Signs an administrator in; null for a wrong name or password, which take equally long. */
export async function signInAdmin(
  db: Db,
  hasher: PasswordHasher,
  attempt: AdminAttempt & { password: string },
): Promise<AdminSession | null> {
  const refundGuess = await consumeAdminSignIn(db, attempt)
  const administrator = await findAdministrator(db, attempt.username)
  const isRight = await hasher.verify(administrator?.passwordHash ?? null, attempt.password)
  if (!administrator || !isRight || administrator.isDisabled) return null
  await refundGuess()
  const session = await openSession(db, administrator)
  if (session) await rememberNetwork(db, administrator.uid, attempt.networks.widest)
  return session
}

/** Null when the account was changed or deleted while its password was compared. */
async function openSession(db: Db, administrator: Administrator): Promise<AdminSession | null> {
  const token = `${adminTokenMark}${randomBytes(32).toString('base64url')}`
  const expired = Date.now() + sessionMs
  const session = { tokenHash: sha256(token), expiresAt: new Date(expired) }
  const isOpen = await insertSessionIfUnchanged(db, administrator, session)
  return isOpen ? { uid: administrator.uid, token, expired } : null
}

/** Null for a token that is unknown, over, or of a disabled administrator. */
export async function verifyAdmin(db: Db, token: string): Promise<VerifiedAdmin | null> {
  const session = await findLiveSession(db, sha256(token))
  return session ? { uid: session.uid, name: session.username, role: 'owner' } : null
}

/** False when the token held no session. */
export function endAdminSession(db: Db, token: string): Promise<boolean> {
  return deleteSession(db, sha256(token))
}
