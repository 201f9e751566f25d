import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { CallOrigin } from '../../http/actor.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import { ShopError } from '../../http/shop-error.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import { adminPasswordChangedMail, adminResetMail } from '../../mail/admin-mails.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { mailPriority } from '../../mail/mail.jobs.ts'
import { saveMailRequest, takeMailRequest } from '../../mail/mail-requests.queries.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { PasswordHasher } from '../../members/sign-in/password-hasher.ts'
import {
  type Administrator,
  deleteSessionsOf,
  displayName,
  findAdministrator,
  updateAdministrator,
} from '../admin.queries.ts'
import {
  findResetHolder,
  lockAdministrator,
  saveResetCode,
  useResetCode,
} from './admin-reset.queries.ts'
import { mailTo } from './second-factor.ts'

interface ResetDeps {
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  db: NodePgDatabase
  jobs: JobSender
}

/** As it came, before the account is looked for. */
interface ResetRequest {
  username: string
}

/**
 * Looks for the administrator and mails the code. The request only enqueues it, so that its answer
 * takes the same time with and without an account.
 */
const mailAdminReset = defineJob<{ requestId: number }>({ name: 'admin.mail-reset-code' })

export function registerAdminJobs(jobs: Jobs, deps: Omit<ResetDeps, 'jobs'>): void {
  const { db } = deps
  jobs.register(mailAdminReset, ({ requestId }) =>
    transaction(db, async (tx) => {
      const request = await takeMailRequest<ResetRequest>(tx, requestId)
      if (request) await mailReset({ ...deps, jobs }, tx, request)
    }),
  )
}

export async function requestReset(
  db: NodePgDatabase,
  jobs: JobSender,
  request: ResetRequest,
): Promise<void> {
  await transaction(db, async (tx) => {
    await jobs.send(tx, mailAdminReset, { requestId: await saveMailRequest(tx, request) })
  })
  jobs.wake(mailAdminReset)
}

/** The handler of the job. */
async function mailReset(
  { config, jobs }: Omit<ResetDeps, 'db'>,
  tx: Transaction,
  { username }: ResetRequest,
): Promise<void> {
  const found = await findAdministrator(tx, username)
  const administrator = found && (await lockAdministrator(tx, found.uid))
  if (!administrator || administrator.isDisabled) return
  const code = randomBytes(32).toString('base64url')
  await saveResetCode(tx, administrator, code)
  // The code lies in the fragment, which no server and no Referer ever sees.
  const link = `${configuredBaseUrl(config)}/#/main/resetBackend?code=${code}`
  await queueMail(jobs, tx, {
    recipient: administrator.username,
    priority: mailPriority.passwordReset,
    ...adminResetMail({ username: administrator.username, link }, await readMailSender(tx)),
  })
}

export async function readResetCode(db: Db, code: string): Promise<Administrator> {
  return requireHolder(await findResetHolder(db, code))
}

/** Sets the new password, uses the code up and ends every session, all of them or none. */
export async function resetPasswordByCode(
  { db, jobs }: Omit<ResetDeps, 'config'>,
  hasher: PasswordHasher,
  { code, password, origin }: { code: string; password: string; origin: CallOrigin },
): Promise<void> {
  if (password.length < minAdminPasswordLength) throw new ShopError('ADMIN_PASSWORD_TOO_SHORT')
  const passwordHash = await hasher.hash(password)
  await transaction(db, async (tx) => {
    const holder = requireHolder(await useResetCode(tx, code))
    const { uid, username, role } = holder
    await updateAdministrator(tx, uid, { passwordHash })
    await deleteSessionsOf(tx, uid)
    const name = displayName(holder)
    const actor = { kind: 'admin', id: uid, name, role, origin } as const
    const subject = { kind: 'administrator', id: uid, title: username }
    await recordAudit(tx, actor, { action: 'staff.reset_password', subject })
    await mailTo({ jobs }, tx, username, (shop) => adminPasswordChangedMail({ username }, shop))
  })
}

function requireHolder(holder: Administrator | undefined): Administrator {
  if (!holder) throw new ShopError('ADMIN_RESET_CODE_INVALID')
  return holder
}
