import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { adminTokenMark, type VerifiedAdmin } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { giveBack, type RateLimit, takeFrom } from '../limits/rate-limit.ts'
import type { PasswordHasher } from '../members/password-hasher.ts'
import {
  deleteSession,
  findAdministrator,
  findLiveSession,
  insertSession,
} from './admin.queries.ts'

const sessionMs = 8 * 3600 * 1000

/** Wrong passwords. From one network: at an account, and at all of them. */
const wrongAtAccount: RateLimit = { name: 'admin.account', max: 10, windowSeconds: 900 }
const wrongFromNetwork: RateLimit = { name: 'admin.network', max: 50, windowSeconds: 900 }

export interface AdminSession {
  uid: string
  /** Opaque; only its hash is kept. */
  token: string
  /** Epoch milliseconds. */
  expired: number
}

/**
 * Signs an administrator in; null for a wrong name or password, which take equally long. Guessing
 * is limited for each network, so that a stranger cannot lock the owner out.
 */
export async function signInAdmin(
  db: Db,
  hasher: PasswordHasher,
  attempt: { username: string; password: string; network: string },
): Promise<AdminSession | null> {
  const account = `${attempt.username.trim().toLowerCase()} ${attempt.network}`
  const refusal =
    (await takeFrom(db, wrongFromNetwork, attempt.network)) ??
    (await takeFrom(db, wrongAtAccount, account))
  if (refusal) throw new ShopError('TOO_MANY_REQUESTS', refusal)

  const administrator = await findAdministrator(db, attempt.username)
  const isRight = await hasher.verify(administrator?.passwordHash ?? null, attempt.password)
  if (!administrator || !isRight || administrator.isDisabled) return null
  await giveBack(db, wrongFromNetwork, attempt.network)
  await giveBack(db, wrongAtAccount, account)
  return openSession(db, administrator.uid)
}

async function openSession(db: Db, uid: string): Promise<AdminSession> {
  const token = `${adminTokenMark}${randomBytes(32).toString('base64url')}`
  const expired = Date.now() + sessionMs
  await insertSession(db, { tokenHash: hashOf(token), uid, expiresAt: new Date(expired) })
  return { uid, token, expired }
}

/** Null for a token that is unknown, over, or of a disabled administrator. */
export async function verifyAdmin(db: Db, token: string): Promise<VerifiedAdmin | null> {
  const session = await findLiveSession(db, hashOf(token))
  return session ? { uid: session.uid, name: session.username, role: 'owner' } : null
}

/** False when the token held no session. */
export function endAdminSession(db: Db, token: string): Promise<boolean> {
  return deleteSession(db, hashOf(token))
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
