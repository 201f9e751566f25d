import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { minAdminPasswordLength } from '#contract/admin.ts'
import type { AuditAction } from '#contract/audit.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { violatedConstraint } from '../db/database-error.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import {
  type Administrator,
  deleteAdministrator,
  deleteSessionsOf,
  findAdministrator,
  insertAdministrator,
  updateAdministrator,
} from './admin.queries.ts'
import { deleteResetCodesOf } from './sign-in/admin-reset.queries.ts'
import { lockOwners } from './staff/staff.queries.ts'
import { withdrawInvitationsBy } from './staff/withdraw-invitations.ts'

/** An error for the person at the command line. */
export class AdministratorFault extends Error {
  override name = 'AdministratorFault'
}

/** A random password of 96 bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

export async function createAdministrator(
  db: NodePgDatabase,
  actor: StaffActor,
  hasher: PasswordHasher,
  { username, password }: { username: string; password: string },
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(username))
    throw new AdministratorFault('The name is an e-mail address.')
  const passwordHash = await hashChecked(hasher, password)
  try {
    const uid = randomBytes(15).toString('base64url')
    await transaction(db, async (tx) => {
      await insertAdministrator(tx, { uid, username: username.trim(), passwordHash })
      const subject = subjectOf({ uid, username: username.trim() })
      await recordAudit(tx, actor, { action: 'staff.create', subject })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'administrators_username') throw error
    throw new AdministratorFault(`There is an administrator ${username} already.`)
  }
}

/** A new password ends every session of its administrator. */
export async function resetPassword(
  db: NodePgDatabase,
  actor: StaffActor,
  hasher: PasswordHasher,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const passwordHash = await hashChecked(hasher, password)
  await changeAndSignOut(db, actor, username, {
    action: 'staff.reset_password',
    change: { passwordHash },
  })
}

export function disableAdministrator(
  db: NodePgDatabase,
  actor: StaffActor,
  username: string,
): Promise<void> {
  const change = { isDisabled: true }
  return changeAndSignOut(db, actor, username, { action: 'staff.disable', change })
}

export function enableAdministrator(
  db: NodePgDatabase,
  actor: StaffActor,
  username: string,
): Promise<void> {
  const change = { isDisabled: false }
  return changeAndSignOut(db, actor, username, { action: 'staff.enable', change })
}

export async function removeAdministrator(
  db: NodePgDatabase,
  actor: StaffActor,
  username: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const administrator = await known(tx, username)
    await keepAnOwner(tx, administrator)
    await deleteAdministrator(tx, administrator.uid)
    await withdrawInvitationsBy(tx, actor, administrator.uid)
    const subject = subjectOf(administrator)
    await recordAudit(tx, actor, { action: 'staff.remove', subject })
  })
}

async function changeAndSignOut(
  db: NodePgDatabase,
  actor: StaffActor,
  username: string,
  {
    action,
    change,
  }: { action: AuditAction; change: { passwordHash: string } | { isDisabled: boolean } },
): Promise<void> {
  await transaction(db, async (tx) => {
    const administrator = await known(tx, username)
    const { uid, isDisabled } = administrator
    if ('isDisabled' in change && change.isDisabled) await keepAnOwner(tx, administrator)
    await updateAdministrator(tx, uid, change)
    await deleteSessionsOf(tx, uid)
    if ('isDisabled' in change && change.isDisabled) await withdrawInvitationsBy(tx, actor, uid)
    await recordAudit(tx, actor, {
      action,
      subject: subjectOf(administrator),
      ...('isDisabled' in change && {
        before: { isDisabled },
        after: { isDisabled: change.isDisabled },
      }),
    })
    await deleteResetCodesOf(tx, uid)
  })
}

/** As in the back office: without an owner nobody could open an account again. */
async function keepAnOwner(tx: Db, { uid, username }: Administrator): Promise<void> {
  const owners = await lockOwners(tx)
  if (owners.length !== 1 || owners[0]?.uid !== uid) return
  throw new AdministratorFault(
    `${username} is the last owner. Make another one first: npm run admin -- role E-MAIL owner`,
  )
}

/** An administrator as the subject of an entry. */
export function subjectOf({ uid, username }: Pick<Administrator, 'uid' | 'username'>) {
  return { kind: 'administrator', id: uid, title: username }
}

async function known(db: Db, username: string): Promise<Administrator> {
  const administrator = await findAdministrator(db, username)
  if (!administrator) throw new AdministratorFault(`There is no administrator ${username}.`)
  return administrator
}

function hashChecked(hasher: PasswordHasher, password: string): Promise<string> {
  if (password.length < minAdminPasswordLength) {
    throw new AdministratorFault(`A password has at least ${minAdminPasswordLength} characters.`)
  }
  return hasher.hash(password)
}
