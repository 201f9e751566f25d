import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { transaction } from '../../db/transaction.ts'
import type { CallOrigin, StaffActor } from '../../http/actor.ts'
import { adminTokenMark, type VerifiedAdmin } from '../../http/caller.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { Log } from '../../log.ts'
import type { PasswordHasher } from '../../members/sign-in/password-hasher.ts'
import {
  type Administrator,
  confirmSession,
  deleteSession,
  displayName,
  findAdministrator,
  findLiveSession,
  insertSessionIfUnchanged,
  noteSessionUse,
  rememberNetwork,
} from '../admin.queries.ts'
import { subjectOf } from '../administrators.ts'
import { type AdminAttempt, consumeAdminSignIn } from './admin-sign-in-limits.ts'
import { type SecondFactorDeps, withSecondFactor } from './second-factor.ts'

const sessionMs = 8 * 3600 * 1000

export interface AdminSession {
  uid: string
  /** Opaque; only its hash is stored. */
  token: string
  /** Epoch milliseconds. */
  expired: number
}

export interface SignInAttempt extends AdminAttempt {
  password: string
  code: string | undefined
  origin: CallOrigin
  /** Network shown to the owner of the session. */
  vicinity: string
}

export interface SessionDeps extends SecondFactorDeps {
  log: Log
}

/**
 * Signs an administrator in; a wrong name and a wrong password take equally long. The second factor
 * is asked for after a right password only.
 */
export async function signInAdmin(
  deps: SessionDeps,
  hasher: PasswordHasher,
  attempt: SignInAttempt,
): Promise<AdminSession> {
  const administrator = await proveOwnPassword(deps, hasher, attempt)
  const session = await withSecondFactor(deps, administrator, attempt.code, async (tx) => {
    const opened = await openSession(tx, administrator, attempt)
    if (opened) {
      const actor = actorOf(administrator, attempt.origin)
      await recordAudit(tx, actor, { action: 'session.start', subject: subjectOf(administrator) })
    }
    return opened
  })
  if (!session) throw loginFailed()
  await rememberNetwork(deps.db, administrator.uid, attempt.networks.widest)
  return session
}

/** The administrator whose name and password these are; each wrong one is counted. */
export async function provePassword(
  { db, log }: SessionDeps,
  hasher: PasswordHasher,
  attempt: AdminAttempt & { password: string; origin: CallOrigin },
): Promise<Administrator | null> {
  const refundGuess = await consumeAdminSignIn(db, attempt)
  const administrator = await findAdministrator(db, attempt.username)
  const isRight = await hasher.verify(administrator?.passwordHash ?? null, attempt.password)
  if (administrator && isRight && !administrator.isDisabled) {
    await refundGuess()
    return administrator
  }
  if (administrator) {
    // Not awaited: the answer must not tell by its time whether there is such an account.
    const actor = actorOf(administrator, attempt.origin)
    const entry = { action: 'session.refuse', subject: subjectOf(administrator) } as const
    recordAudit(db, actor, entry).catch((err) => log.warn({ err }, 'an entry was not written'))
  }
  return null
}

/** As for a sign-in, under its limits; throws ADMIN_LOGIN_FAILED for a wrong one. */
export async function proveOwnPassword(
  deps: SessionDeps,
  hasher: PasswordHasher,
  attempt: AdminAttempt & { password: string; origin: CallOrigin },
): Promise<Administrator> {
  const administrator = await provePassword(deps, hasher, attempt)
  if (!administrator) throw loginFailed()
  return administrator
}

function loginFailed(): ShopError {
  const error = { code: 'auth/invalid-credential', message: '帳號或密碼錯誤' }
  return new ShopError('ADMIN_LOGIN_FAILED', { error })
}

function actorOf(administrator: Administrator, origin: CallOrigin) {
  const { uid: id, role } = administrator
  return { kind: 'admin', id, name: displayName(administrator), role, origin } as const
}

/** Null when the account was changed or deleted while its password was compared. */
async function openSession(
  db: Db,
  administrator: Administrator,
  { origin, vicinity }: SignInAttempt,
): Promise<AdminSession | null> {
  const token = `${adminTokenMark}${randomBytes(32).toString('base64url')}`
  const expired = Date.now() + sessionMs
  const isOpen = await insertSessionIfUnchanged(db, administrator, {
    tokenHash: sha256(token),
    expiresAt: new Date(expired),
    device: origin.device,
    network: vicinity,
  })
  return isOpen ? { uid: administrator.uid, token, expired } : null
}

/** Null for a token that is unknown, over, or of a disabled administrator. */
export async function verifyAdmin(
  db: Db,
  token: string,
  { requiresTotp }: { requiresTotp: boolean },
): Promise<VerifiedAdmin | null> {
  const session = await findLiveSession(db, sha256(token))
  if (!session) return null
  if (session.isUnnoted) await noteSessionUse(db, session.id)
  const { id: sessionId, uid, username, role, hasTotp, isConfirmed } = session
  const needsTotp = requiresTotp && !hasTotp
  const name = displayName(session)
  return { uid, username, name, role, sessionId, hasTotp, needsTotp, isConfirmed }
}

/** False when the token held no session. */
export function endAdminSession(
  db: NodePgDatabase,
  token: string,
  origin: CallOrigin,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const session = await findLiveSession(tx, sha256(token))
    const isEnded = await deleteSession(tx, sha256(token))
    if (session && isEnded) {
      const actor = {
        kind: 'admin',
        id: session.uid,
        name: displayName(session),
        role: session.role,
        origin,
      } as const
      await recordAudit(tx, actor, { action: 'session.end', subject: subjectOf(session) })
    }
    return isEnded
  })
}

/** Proves password and code for a session that is open; gives until when, in epoch seconds. */
export async function confirmIdentity(
  deps: SessionDeps,
  hasher: PasswordHasher,
  actor: StaffActor,
  attempt: AdminAttempt & {
    password: string
    code: string | undefined
    origin: CallOrigin
    sessionId: string
  },
): Promise<number> {
  const administrator = await proveOwnPassword(deps, hasher, attempt)
  return withSecondFactor(deps, administrator, attempt.code, async (tx) => {
    const subject = subjectOf(administrator)
    await recordAudit(tx, actor, { action: 'account.confirm', subject })
    return confirmSession(tx, attempt.sessionId)
  })
}
