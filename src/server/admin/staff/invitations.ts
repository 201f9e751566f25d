import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { type Role, roleLabels } from '#contract/permissions.ts'
import type { Invitation } from '#contract/staff.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import { violatedConstraint } from '../../db/database-error.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { CallOrigin, StaffActor } from '../../http/actor.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { invitationMail } from '../../mail/admin-mails.ts'
import { hasMailServer } from '../../mail/mail-server.ts'
import type { PasswordHasher } from '../../members/sign-in/password-hasher.ts'
import { readConnections } from '../../settings/connections.ts'
import { findAdministrator, insertAdministrator } from '../admin.queries.ts'
import { subjectOf } from '../administrators.ts'
import { mailTo } from '../sign-in/second-factor.ts'
import {
  deleteInvitation,
  hasInvitation,
  type InvitationRow,
  lockOwners,
  renewInvitation,
  saveInvitation,
  takeInvitation,
} from './staff.queries.ts'
import { invitationSubject } from './withdraw-invitations.ts'

export interface InvitationDeps {
  db: NodePgDatabase
  config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'smtpUrl'>
  jobs: JobSender
}

/** `link` where no mail can bring it; nothing shows it again. */
export interface SentInvitation {
  invitation: Invitation
  link?: string
}

const createCode = () => randomBytes(32).toString('base64url')

/** Invites an address for a role; an invitation of it before is replaced. */
export function invite(
  deps: InvitationDeps,
  actor: StaffActor,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  return transaction(deps.db, async (tx) => {
    const invitedBy = await lockInviter(tx, actor)
    if (await findAdministrator(tx, email)) throw new ShopError('STAFF_EXISTS')
    const code = createCode()
    const row = await saveInvitation(tx, { email, role, code, invitedBy })
    if (!row) throw new Error('the invitation was not written')
    return send(deps, tx, actor, { row, code, action: 'staff.invite' })
  })
}

/** Sends it again with a new code, which ends the one before. */
export function inviteAgain(
  deps: InvitationDeps,
  actor: StaffActor,
  id: string,
): Promise<SentInvitation> {
  return transaction(deps.db, async (tx) => {
    const invitedBy = await lockInviter(tx, actor)
    const code = createCode()
    const row = await renewInvitation(tx, id, { code, invitedBy })
    if (!row) throw new ShopError('INVITATION_NOT_FOUND')
    return send(deps, tx, actor, { row, code, action: 'staff.invite_again' })
  })
}

/** Throws unless the actor is still an owner; gives their uid, null for the command line. */
async function lockInviter(tx: Transaction, actor: StaffActor): Promise<string | null> {
  if (actor.kind !== 'admin') return null
  const owners = await lockOwners(tx)
  if (!owners.some(({ uid }) => uid === actor.id)) throw new ShopError('ADMIN_REQUIRED')
  return actor.id
}

async function send(
  deps: InvitationDeps,
  tx: Transaction,
  actor: StaffActor,
  sent: {
    row: InvitationRow
    code: string
    action: 'staff.invite' | 'staff.invite_again'
  },
): Promise<SentInvitation> {
  const { row, code, action } = sent
  // The code lies in the fragment, which no server and no Referer ever sees.
  const link = `${configuredBaseUrl(deps.config)}/#/main/staffInvitation?code=${code}`
  const words = { role: roleLabels[row.role], inviter: actor.name, link }
  const unproved = { network: null }
  await mailTo(deps, tx, row.email, (shop) => invitationMail(words, shop), { unproved })
  await recordAudit(tx, actor, {
    action,
    subject: invitationSubject(row),
    after: { role: row.role },
  })
  const isMailed = hasMailServer(deps.config, await readConnections(tx, undefined))
  return { invitation: toInvitation(row), ...(!isMailed && { link }) }
}

export function withdrawInvitation(
  db: NodePgDatabase,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await deleteInvitation(tx, id)
    if (!row) throw new ShopError('INVITATION_NOT_FOUND')
    const subject = invitationSubject(row)
    await recordAudit(tx, actor, { action: 'staff.withdraw_invitation', subject })
  })
}

/** Before the password is hashed: a made-up code costs next to nothing. */
export async function assertInvited(db: NodePgDatabase, code: string): Promise<void> {
  if (!(await hasInvitation(db, code))) throw new ShopError('INVITATION_GONE')
}

/** Makes the account of an invitation and uses the code up; the person signs in afterwards. */
export async function acceptInvitation(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  input: { code: string; name: string; password: string; origin: CallOrigin },
): Promise<void> {
  const { code, password, origin } = input
  if (password.length < minAdminPasswordLength) throw new ShopError('ADMIN_PASSWORD_TOO_SHORT')
  const passwordHash = await hasher.hash(password)
  const uid = randomBytes(15).toString('base64url')
  const name = input.name.trim()
  try {
    await transaction(db, async (tx) => {
      const invitation = await takeInvitation(tx, code)
      if (!invitation) throw new ShopError('INVITATION_GONE')
      const { email: username, role } = invitation
      await insertAdministrator(tx, { uid, username, passwordHash, name, role })
      const actor = { kind: 'admin', id: uid, name, role, origin } as const
      const subject = subjectOf({ uid, username })
      await recordAudit(tx, actor, { action: 'staff.create', subject, after: { name, role } })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'administrators_username') throw error
    throw new ShopError('INVITATION_GONE')
  }
}

export function toInvitation({ id, email, role, createdAt, expiresAt }: InvitationRow): Invitation {
  return {
    id,
    email,
    role,
    create_at: toEpochSeconds(createdAt),
    expires_at: toEpochSeconds(expiresAt),
  }
}
