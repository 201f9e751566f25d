import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AuditAction } from '#contract/audit.ts'
import type { ConnectionGroup, ConnectionValues } from '#contract/connections.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { consumeOrThrow } from '../limits/rate-limit.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import {
  type Connection,
  type ConnectionSecrets,
  readConnections,
  writeConnection,
} from './connections.ts'
import type { Settings } from './settings.ts'

/** Dependencies of the routes of a connection. */
export interface ConnectionDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
}

interface Change<Group extends ConnectionGroup> {
  values: ConnectionValues[Group]
  secrets?: ConnectionSecrets[Group] | null
}

/** Writes the group as `change` has it from what is stored, in one transaction. */
export async function changeConnection<Group extends ConnectionGroup>(
  { db, secretBox }: Pick<ConnectionDeps, 'db' | 'secretBox'>,
  actor: StaffActor,
  { group, version }: { group: Group; version: number },
  change: (known: Connection<Group>, tx: Transaction) => Change<Group> | Promise<Change<Group>>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const known = (await readConnections(tx, secretBox))[group]
    await writeConnection(tx, actor, secretBox, { group, version, ...(await change(known, tx)) })
  })
}

/** Begins a test of the account that is typed: so many an hour, and recorded once it is whole. */
export async function beginTest<Group extends ConnectionGroup, Account>(
  { db, secretBox }: Pick<ConnectionDeps, 'db' | 'secretBox'>,
  actor: StaffActor,
  {
    group,
    action,
    limit,
    accountOf,
  }: {
    group: Group
    action: AuditAction
    limit: string
    accountOf: (known: Connection<Group>) => Account
  },
): Promise<Account> {
  if (actor.kind !== 'admin') throw new ShopError('ADMIN_REQUIRED')
  await consumeOrThrow(db, { name: limit, max: 30, windowSeconds: 3600 }, actor.id)
  const account = accountOf((await readConnections(db, secretBox))[group])
  await recordAudit(db, actor, { action, subject: { kind: 'setting', id: group, title: group } })
  return account
}

/** The variable of the environment decides instead. */
export function settingFixed(variable: string): ShopError {
  const message = `此設定由主機的環境變數 ${variable} 決定，無法在這裡變更`
  return new ShopError('SETTING_FIXED', { message })
}

/** The end of a key, by which people know which one is stored; null: none is. */
export function endOf(key: string | null | undefined): string | null {
  return key ? key.slice(-4) : null
}

/** The account of now first. One of before goes where it is the same in all of these. */
export function withAccount<Account>(
  stored: { accounts: readonly Account[] } | undefined,
  account: Account,
  same: readonly (keyof Account)[],
): Account[] {
  const isSame = (one: Account) => same.every((name) => one[name] === account[name])
  return [account, ...(stored?.accounts ?? []).filter((one) => !isSame(one))]
}
