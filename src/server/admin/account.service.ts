import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Account, AccountSession } from '#contract/account.ts'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { CallOrigin, StaffActor } from '../http/actor.ts'
import type { VerifiedAdmin } from '../http/caller.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Networks } from '../limits/network.ts'
import { adminPasswordChangedMail, secondFactorOffMail } from '../mail/admin-mails.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import {
  deleteOtherSessionsOf,
  deleteSessionOf,
  deleteSessionsOf,
  getAdministrator,
  listSessions,
  updateAdministrator,
} from './admin.queries.ts'
import { subjectOf } from './administrators.ts'
import { deleteResetCodesOf, lockAdministrator } from './sign-in/admin-reset.queries.ts'
import { provePassword, type SessionDeps } from './sign-in/admin-session.ts'
import { countRecoveryCodes } from './sign-in/second-factor.queries.ts'
import {
  clearSecondFactor,
  mailTo,
  type SecondFactorDeps,
  withSecondFactor,
} from './sign-in/second-factor.ts'

export async function readAccount(db: Db, uid: string): Promise<Account> {
  const { username, name, role, totpSecret } = await getAdministrator(db, uid)
  const left = await countRecoveryCodes(db, uid)
  return { uid, username, name, role, has_totp: totpSecret !== null, recovery_codes_left: left }
}

export async function changeName(
  db: NodePgDatabase,
  actor: StaffActor,
  { uid, name }: { uid: string; name: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const known = await lockAdministrator(tx, uid)
    if (!known) throw new ShopError('ADMIN_REQUIRED')
    const { before, after, isChanged } = changedFields(known, { name: name.trim() })
    if (!isChanged) return
    await updateAdministrator(tx, uid, after)
    await recordAudit(tx, actor, {
      action: 'account.update',
      subject: subjectOf(known),
      before,
      after,
    })
  })
}

/** Sets a new password for who knows the one of now, and ends all sessions. */
export async function changePassword(
  deps: SessionDeps,
  hasher: PasswordHasher,
  actor: StaffActor,
  input: {
    uid: string
    password: string
    oldPassword: string
    networks: Networks
    origin: CallOrigin
  },
): Promise<void> {
  const { uid, password, oldPassword, networks, origin } = input
  if (password.length < minAdminPasswordLength) throw new ShopError('ADMIN_PASSWORD_TOO_SHORT')
  const { username } = await getAdministrator(deps.db, uid)
  // Counted as a sign-in: an open session gives no more guesses.
  const attempt = { username, password: oldPassword, networks, origin }
  const known = await provePassword(deps, hasher, attempt)
  if (!known) {
    const message = '目前的密碼不正確'
    throw new ShopError('ADMIN_LOGIN_FAILED', { message, fields: { old_password: message } })
  }
  const passwordHash = await hasher.hash(password)
  await transaction(deps.db, async (tx) => {
    const locked = await lockAdministrator(tx, uid)
    if (locked?.passwordHash !== known.passwordHash) throw new ShopError('ADMIN_REQUIRED')
    await updateAdministrator(tx, uid, { passwordHash })
    await deleteSessionsOf(tx, uid)
    await deleteResetCodesOf(tx, uid)
    const after = { password: '***' }
    await recordAudit(tx, actor, { action: 'account.update', subject: subjectOf(known), after })
    await mailTo(deps, tx, username, (shop) => adminPasswordChangedMail({ username }, shop))
  })
}

/** Turns the own second factor off, once the password was proved. */
export async function disableTotp(
  deps: SecondFactorDeps,
  actor: StaffActor,
  { uid, code }: { uid: string; code: string },
): Promise<void> {
  const administrator = await getAdministrator(deps.db, uid)
  if (!administrator.totpSecret) throw new ShopError('SECOND_FACTOR_STATE')
  await withSecondFactor(deps, administrator, code, async (tx) => {
    await clearSecondFactor(tx, uid)
    await recordAudit(tx, actor, {
      action: 'account.disable_totp',
      subject: subjectOf(administrator),
      before: { hasTotp: true },
      after: { hasTotp: false },
    })
    const { username } = administrator
    await mailTo(deps, tx, username, (shop) =>
      secondFactorOffMail({ username, isSignedOut: false }, shop),
    )
  })
}

export async function readSessions(db: Db, admin: VerifiedAdmin): Promise<AccountSession[]> {
  const rows = await listSessions(db, admin.uid)
  return rows.map(({ id, device, network, createdAt, lastUsedAt }) => ({
    id,
    device,
    network,
    create_at: toEpochSeconds(createdAt),
    last_used: toEpochSeconds(lastUsedAt),
    is_current: id === admin.sessionId,
  }))
}

export function endSession(
  db: NodePgDatabase,
  actor: StaffActor,
  { uid, name: username }: VerifiedAdmin,
  id: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await deleteSessionOf(tx, uid, id))) throw new ShopError('ADMIN_SESSION_NOT_FOUND')
    const subject = subjectOf({ uid, username })
    await recordAudit(tx, actor, { action: 'account.end_session', subject })
  })
}

export function endOtherSessions(
  db: NodePgDatabase,
  actor: StaffActor,
  { uid, name: username, sessionId }: VerifiedAdmin,
): Promise<void> {
  return transaction(db, async (tx) => {
    const ended = await deleteOtherSessionsOf(tx, uid, sessionId)
    const entry = { subject: subjectOf({ uid, username }), after: { ended } }
    await recordAudit(tx, actor, { action: 'account.end_other_sessions', ...entry })
  })
}
