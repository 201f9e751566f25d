import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { consume, type RateLimit, refund } from '../../limits/rate-limit.ts'
import { recoveryCodeUsedMail, secondFactorLockedMail } from '../../mail/admin-mails.ts'
import { type MailSender, readMailSender } from '../../mail/compose-mail.ts'
import type { MailContent } from '../../mail/outbox.ts'
import { queueMail } from '../../mail/outbox.ts'
import { totpOwner } from '../../secrets/kept-secrets.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { type Administrator, updateAdministrator } from '../admin.queries.ts'
import { subjectOf } from '../administrators.ts'
import { lockAdministrator } from './admin-reset.queries.ts'
import {
  createRecoveryCodes,
  describeTotpSecret,
  normalizeCode,
  stepOfCode,
  totpSecretBytes,
} from './one-time-codes.ts'
import {
  countRecoveryCodes,
  databaseNow,
  deleteRecoveryCode,
  replaceRecoveryCodes,
  takeStep,
} from './second-factor.queries.ts'

export interface SecondFactorDeps {
  db: NodePgDatabase
  jobs: JobSender
  secretBox: SecretBox
}

const quarterHour = 900
/** Wrong codes of an account, counted after a right password only. */
const wrongCodes: RateLimit = { name: 'admin.codes', max: 5, windowSeconds: quarterHour }
const lockNotices: RateLimit = { name: 'admin.code-notice', max: 1, windowSeconds: quarterHour }

/**
 * Counts a try and uses the code up within the transaction of `work`; throws when the code is wrong,
 * used already, or one try too many. Without a second factor nothing is asked for.
 */
export async function withSecondFactor<T>(
  deps: SecondFactorDeps,
  administrator: Administrator,
  code: string | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { db } = deps
  const { uid, totpSecret } = administrator
  if (!totpSecret) return transaction(db, work)
  if (code === undefined || code.trim() === '') {
    const error = { code: 'auth/multi-factor-auth-required', message: '請輸入驗證碼' }
    throw new ShopError('SECOND_FACTOR_REQUIRED', { error })
  }
  const counted = await consume(db, wrongCodes, uid)
  if (!counted.isAllowed) {
    await tellOfLock(deps, administrator)
    throw new ShopError('SECOND_FACTOR_LOCKED', counted)
  }
  const result = await transaction(db, async (tx) => {
    await takeCode(deps, tx, { ...administrator, totpSecret }, normalizeCode(code))
    return work(tx)
  })
  await refund(db, wrongCodes, uid)
  return result
}

async function takeCode(
  deps: SecondFactorDeps,
  tx: Transaction,
  administrator: Administrator & { totpSecret: Buffer },
  code: string,
): Promise<void> {
  const { uid, username, totpSecret } = administrator
  const secret = deps.secretBox.open(totpSecret, totpOwner(uid))
  const step = secret && stepOfCode(secret, code, await databaseNow(tx))
  if (step !== undefined && (await takeStep(tx, { uid, totpSecret }, step))) return
  if (!(await deleteRecoveryCode(tx, uid, code))) throw new ShopError('SECOND_FACTOR_WRONG')
  const left = await countRecoveryCodes(tx, uid)
  await mailTo(deps, tx, username, (shop) => recoveryCodeUsedMail({ username, left }, shop))
}

async function tellOfLock(deps: SecondFactorDeps, { uid, username }: Administrator): Promise<void> {
  if (!(await consume(deps.db, lockNotices, uid)).isAllowed) return
  await transaction(deps.db, (tx) =>
    mailTo(deps, tx, username, (shop) => secondFactorLockedMail({ username }, shop)),
  )
}

export interface MailDeps {
  jobs: JobSender | null
}

export async function mailTo(
  { jobs }: MailDeps,
  tx: Transaction,
  recipient: string,
  compose: (shop: MailSender) => MailContent,
  options: { unproved?: { network: null } } = {},
): Promise<void> {
  const content = compose(await readMailSender(tx))
  await queueMail(jobs, tx, { recipient, ...options, ...content })
}

/** Makes a key; it opens nothing until `enableTotp` has seen a code of it. */
export function beginTotp(
  { db, secretBox }: SecondFactorDeps,
  actor: StaffActor,
  of: { uid: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(totpSecretBytes)
  return transaction(db, async (tx) => {
    const known = await locked(tx, of.uid)
    if (known.totpSecret) throw new ShopError('SECOND_FACTOR_STATE')
    const totpPending = secretBox.seal(secret, totpOwner(known.uid))
    await updateAdministrator(tx, known.uid, { totpPending })
    await recordAudit(tx, actor, { action: 'account.begin_totp', subject: subjectOf(known) })
    return describeTotpSecret(secret, { issuer: of.issuer, account: known.username })
  })
}

/** Turns the second factor on; gives the recovery codes, which nothing shows again. */
export async function enableTotp(
  deps: SecondFactorDeps,
  actor: StaffActor,
  { uid, code }: { uid: string; code: string },
): Promise<string[]> {
  const { db, secretBox } = deps
  const counted = await consume(db, wrongCodes, uid)
  if (!counted.isAllowed) throw new ShopError('SECOND_FACTOR_LOCKED', counted)
  const codes = await transaction(db, async (tx) => {
    const known = await locked(tx, uid)
    if (known.totpSecret || !known.totpPending) throw new ShopError('SECOND_FACTOR_STATE')
    const secret = secretBox.open(known.totpPending, totpOwner(uid))
    const step = secret && stepOfCode(secret, normalizeCode(code), await databaseNow(tx))
    if (step === undefined) throw new ShopError('SECOND_FACTOR_WRONG')
    await updateAdministrator(tx, uid, {
      totpSecret: known.totpPending,
      totpPending: null,
      totpLastStep: step,
    })
    await recordAudit(tx, actor, {
      action: 'account.enable_totp',
      subject: subjectOf(known),
      before: { hasTotp: false },
      after: { hasTotp: true },
    })
    return newRecoveryCodes(tx, uid)
  })
  await refund(db, wrongCodes, uid)
  return codes
}

/** A new set of recovery codes ends the one before. */
export function renewRecoveryCodes(
  deps: SecondFactorDeps,
  actor: StaffActor,
  { administrator, code }: { administrator: Administrator; code: string },
): Promise<string[]> {
  if (!administrator.totpSecret) throw new ShopError('SECOND_FACTOR_STATE')
  return withSecondFactor(deps, administrator, code, async (tx) => {
    const subject = subjectOf(administrator)
    await recordAudit(tx, actor, { action: 'account.renew_recovery_codes', subject })
    return newRecoveryCodes(tx, administrator.uid)
  })
}

/** Leaves the account with its password alone. */
export async function clearSecondFactor(tx: Transaction, uid: string): Promise<void> {
  await updateAdministrator(tx, uid, { totpSecret: null, totpPending: null, totpLastStep: null })
  await replaceRecoveryCodes(tx, uid, [])
}

async function newRecoveryCodes(tx: Transaction, uid: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(tx, uid, codes)
  return codes
}

async function locked(tx: Transaction, uid: string): Promise<Administrator> {
  const known = await lockAdministrator(tx, uid)
  if (!known) throw new ShopError('ADMIN_REQUIRED')
  return known
}
