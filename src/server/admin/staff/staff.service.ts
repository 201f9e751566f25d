import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/staff.schema.ts'
import { changedFields, recordAudit } from '../../audit/audit.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { secondFactorOffMail } from '../../mail/admin-mails.ts'
import {
  type Administrator,
  deleteAdministrator,
  deleteSessionsOf,
  updateAdministrator,
} from '../admin.queries.ts'
import { subjectOf } from '../administrators.ts'
import { deleteResetCodesOf, lockAdministrator } from '../sign-in/admin-reset.queries.ts'
import { clearSecondFactor, type MailDeps, mailTo } from '../sign-in/second-factor.ts'
import { lockOwners } from './staff.queries.ts'
import { withdrawInvitationsBy } from './withdraw-invitations.ts'

type StaffChange = Static<typeof schema.update.data>

/** Changes a person's name, role, or whether the account is open; disabling ends all sessions. */
export function changeStaff(
  db: NodePgDatabase,
  actor: StaffActor,
  uid: string,
  input: StaffChange,
): Promise<void> {
  return changeLocked(db, actor, uid, async (tx, { known, isLastOwner }) => {
    const { name, role, is_disabled: isDisabled } = input
    const { before, after, isChanged } = changedFields(known, {
      ...(name !== undefined && { name: name.trim() }),
      ...(role !== undefined && { role }),
      ...(isDisabled !== undefined && { isDisabled }),
    })
    if (!isChanged) return
    const isPower = after.role !== undefined || after.isDisabled !== undefined
    if (isPower && isLastOwner) throw new ShopError('STAFF_LAST_OWNER')
    if (isPower) assertNotSelf(actor, uid)
    await updateAdministrator(tx, uid, after)
    if (after.isDisabled) await signOut(tx, uid)
    const isOwner =
      (after.role ?? known.role) === 'owner' && !(after.isDisabled ?? known.isDisabled)
    if (!isOwner) await withdrawInvitationsBy(tx, actor, uid)
    await recordAudit(tx, actor, {
      action: 'staff.update',
      subject: subjectOf(known),
      before,
      after,
    })
  })
}

export function removeStaff(db: NodePgDatabase, actor: StaffActor, uid: string): Promise<void> {
  return changeLocked(db, actor, uid, async (tx, { known, isLastOwner }) => {
    if (isLastOwner) throw new ShopError('STAFF_LAST_OWNER')
    assertNotSelf(actor, uid)
    await deleteAdministrator(tx, uid)
    await withdrawInvitationsBy(tx, actor, uid)
    await recordAudit(tx, actor, { action: 'staff.remove', subject: subjectOf(known) })
  })
}

export function endSessionsOf(db: NodePgDatabase, actor: StaffActor, uid: string): Promise<void> {
  return changeLocked(db, actor, uid, async (tx, { known }) => {
    await deleteSessionsOf(tx, uid)
    await recordAudit(tx, actor, { action: 'staff.end_sessions', subject: subjectOf(known) })
  })
}

/** Turns the second factor of a person off, for who has lost the telephone and the codes. */
export function resetTotpOf(
  deps: MailDeps & { db: NodePgDatabase },
  actor: StaffActor,
  uid: string,
): Promise<void> {
  return changeLocked(deps.db, actor, uid, async (tx, { known }) => {
    // The own one is turned off with password and code.
    assertNotSelf(actor, uid)
    const { username } = known
    await clearSecondFactor(tx, uid)
    await signOut(tx, uid)
    const changed = { before: { hasTotp: known.totpSecret !== null }, after: { hasTotp: false } }
    await recordAudit(tx, actor, {
      action: 'staff.reset_totp',
      subject: subjectOf(known),
      ...changed,
    })
    await mailTo(deps, tx, username, (shop) =>
      secondFactorOffMail({ username, isSignedOut: true }, shop),
    )
  })
}

interface LockedStaff {
  known: Administrator
  /** No other enabled account is an owner's. */
  isLastOwner: boolean
}

/** The owners are locked first, always: who has lost the right meanwhile changes nothing. */
function changeLocked(
  db: NodePgDatabase,
  actor: StaffActor,
  uid: string,
  change: (tx: Transaction, locked: LockedStaff) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    const owners = await lockOwners(tx)
    const known = await lockAdministrator(tx, uid)
    const isLastOwner = owners.length === 1 && owners[0]?.uid === uid
    if (actor.kind === 'admin' && !owners.some((owner) => owner.uid === actor.id)) {
      throw new ShopError(isLastOwner ? 'STAFF_LAST_OWNER' : 'ADMIN_REQUIRED')
    }
    if (!known) throw new ShopError('STAFF_NOT_FOUND')
    await change(tx, { known, isLastOwner })
  })
}

function assertNotSelf(actor: StaffActor, uid: string): void {
  if (actor.kind === 'admin' && actor.id === uid) throw new ShopError('STAFF_SELF')
}

async function signOut(tx: Transaction, uid: string): Promise<void> {
  await deleteSessionsOf(tx, uid)
  await deleteResetCodesOf(tx, uid)
}
