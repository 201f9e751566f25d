import { createInterface } from 'node:readline/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { roles } from '#contract/permissions.ts'
import { findBrokenSeals } from '../audit/seal-audit.ts'
import { type Config, ConfigError, readCommandConfig } from '../config.ts'
import { readSecret } from '../config-operations.ts'
import { connect, longStatementMs } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { commandLine as actor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { listMails, readMail } from '../mail/outbox.queries.ts'
import { setMemberDisabled } from '../members/disable-member.ts'
import { createPasswordHasher } from '../members/sign-in/password-hasher.ts'
import { findAdministrator, listAdministrators } from './admin.queries.ts'
import {
  AdministratorFault,
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  randomPassword,
  removeAdministrator,
  resetPassword,
} from './administrators.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { changeStaff, resetTotpOf } from './staff/staff.service.ts'

const usage = `Usage: npm run admin -- <command>

  create <e-mail>          a new administrator
  list                     all administrators
  reset-password <e-mail>  a new password; ends the administrator's sessions
  disable <e-mail>         no more sign-in; ends the administrator's sessions
  enable <e-mail>          may sign in again
  delete <e-mail>          takes the administrator away
  role <e-mail> <role>     ${roles.join(', ')}: what the administrator may do
  reset-totp <e-mail>      turns the second factor off; ends the administrator's sessions
  rotate-secrets           encrypts what the database keeps secret under a new key: that of
                           SECRETS_KEY_NEXT, or a new one in the file of DATA_DIR
  verify-audit             compares the entries of the audit with their seals
  disable-member <e-mail>  a member's account is closed and signed out, and nothing of it is lost;
                           one without an e-mail is named by m: and its id
  enable-member <e-mail>   the member may sign in again
  mail [number]            the mails that the shop wrote, or one of them whole

The password is read from ADMIN_PASSWORD or the file of ADMIN_PASSWORD_FILE or, at a terminal, asked
for; else a random one is printed.`

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The password to set, and whether it has to be printed because it is random. */
async function choosePassword(): Promise<{ password: string; isRandom: boolean }> {
  // The password is this command's own here, not that of a first administrator to be created.
  const faults: string[] = []
  const named = readSecret(process.env, 'ADMIN_PASSWORD', faults)
  if (faults.length > 0) throw new ConfigError(faults)
  if (named) return { password: named, isRandom: false }
  if (!process.stdin.isTTY) return { password: randomPassword(), isRandom: true }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question('Password (empty for a random one): ')
  terminal.close()
  return typed
    ? { password: typed, isRandom: false }
    : { password: randomPassword(), isRandom: true }
}

async function setPassword(
  db: NodePgDatabase,
  username: string,
  set: typeof createAdministrator | typeof resetPassword,
): Promise<void> {
  const { password, isRandom } = await choosePassword()
  await set(db, actor, createPasswordHasher(), { username, password })
  print(isRandom ? `${username}: the password is ${password}` : `${username}: the password is set`)
}

async function printAdministrators(db: NodePgDatabase): Promise<void> {
  for (const { username, role, isDisabled, createdAt } of await listAdministrators(db)) {
    const state = isDisabled ? 'disabled' : 'enabled'
    print(`${username}\t${state}\t${role}\tsince ${createdAt.toISOString()}`)
  }
}

async function printMails(db: NodePgDatabase, number: string | undefined): Promise<void> {
  if (number === undefined) {
    for (const mail of await listMails(db)) {
      print(`${mail.id}\t${mail.createdAt.toISOString()}\t${mail.recipient}\t${mail.subject}`)
    }
    return
  }
  const isNumber = /^[0-9]{1,15}$/.test(number)
  const mail = isNumber ? await readMail(db, Number(number)) : undefined
  if (!mail) throw new AdministratorFault(`There is no mail ${number}.`)
  print(`To: ${mail.recipient}\nSubject: ${mail.subject}\n\n${mail.textBody}`)
}

async function changeRole(db: NodePgDatabase, username: string, named?: string): Promise<void> {
  const role = roles.find((one) => one === named)
  if (!role) throw new AdministratorFault(`A role is one of ${roles.join(', ')}.`)
  await changeStaff(db, actor, await uidOf(db, username), { role })
  print(`${username}: ${role}`)
}

async function resetTotp(db: NodePgDatabase, username: string): Promise<void> {
  await resetTotpOf({ db, jobs: null }, actor, await uidOf(db, username))
  print(`${username}: the second factor is off`)
}

async function uidOf(db: NodePgDatabase, username: string): Promise<string> {
  const administrator = await findAdministrator(db, username)
  if (!administrator) throw new AdministratorFault(`There is no administrator ${username}.`)
  return administrator.uid
}

async function rotate(db: NodePgDatabase, config: Config): Promise<void> {
  const count = await rotateSecrets(db, actor, config)
  print(`${count} secrets are under the new key`)
  if (config.secretsKeyNext) print('Start the shop with it: SECRETS_KEY as SECRETS_KEY_NEXT was')
}

async function verifyAudit(db: NodePgDatabase): Promise<void> {
  const broken = await findBrokenSeals(db)
  for (const { firstId, lastId, at } of broken) {
    print(`entries ${firstId} to ${lastId} are not what was sealed at ${at.toISOString()}`)
  }
  if (broken.length === 0) print('every entry is as it was sealed')
  else process.exitCode = 1
}

async function changeMember(db: NodePgDatabase, named: string, isDisabled: boolean): Promise<void> {
  if (!(await setMemberDisabled(db, actor, { named, isDisabled }))) {
    throw new AdministratorFault(`There is no member ${named}.`)
  }
  print(`${named}: ${isDisabled ? 'disabled' : 'enabled'}`)
}

/** False when the command is none. */
async function run(
  db: NodePgDatabase,
  config: Config,
  [command, subject, detail]: string[],
): Promise<boolean> {
  if (command === 'list') await printAdministrators(db)
  else if (command === 'verify-audit') await verifyAudit(db)
  else if (command === 'rotate-secrets') await rotate(db, config)
  else if (command === 'mail') await printMails(db, subject)
  else if (subject === undefined) return false
  else if (command === 'create') await setPassword(db, subject, createAdministrator)
  else if (command === 'reset-password') await setPassword(db, subject, resetPassword)
  else if (command === 'disable') await disableAdministrator(db, actor, subject)
  else if (command === 'enable') await enableAdministrator(db, actor, subject)
  else if (command === 'delete') await removeAdministrator(db, actor, subject)
  else if (command === 'role') await changeRole(db, subject, detail)
  else if (command === 'reset-totp') await resetTotp(db, subject)
  else if (command === 'disable-member') await changeMember(db, subject, true)
  else if (command === 'enable-member') await changeMember(db, subject, false)
  else return false
  return true
}

async function main(): Promise<void> {
  const config = readCommandConfig(process.env)
  const words = process.argv.slice(2)
  const isKnown = await withDatabaseUrl({ ...config, creates: true }, async (url) => {
    await migrate(url)
    const database = connect(url, { poolSize: 1, statementTimeoutMs: longStatementMs })
    try {
      return await run(database.db, config, words)
    } finally {
      await database.close()
    }
  })
  if (isKnown) return
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

main().catch((error: unknown) => {
  const isExpected = [AdministratorFault, ConfigError, ShopError].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(`${isExpected && error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
