import { inArray } from 'drizzle-orm'
import {
  type ConnectionGroup,
  type ConnectionValues,
  defaultConnections,
} from '#contract/connections.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import type { InvoiceAccount } from '../config-invoices.ts'
import type { LineMessagingChannel, LinePayChannel } from '../config-line.ts'
import type { LogisticsAccount } from '../config-logistics.ts'
import type { Db } from '../db/connect.ts'
import { settings } from '../db/tables/settings.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { settingOwner } from '../secrets/kept-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { writeSettings } from './settings.queries.ts'

/** The sealed part of each group. */
export interface ConnectionSecrets {
  smtp: { password: string }
  /** The account of now first, then those of before: their payments are asked for with their keys. */
  gateway: { accounts: readonly GatewayAccount[] }
  /** As of the gateway. */
  linePay: { accounts: readonly LinePayChannel[] }
  lineMessages: LineMessagingChannel
  /** As of the gateway: parcels go on with the account that made them. */
  logistics: { accounts: readonly LogisticsAccount[] }
  /** The account of now first, then those of before, with which invoices are made void. */
  invoice_account: { accounts: readonly InvoiceAccount[] }
  lineLogin: { channelSecret: string }
  backupBucket: { secretAccessKey: string }
}

export interface GatewayAccount {
  merchantId: string
  isTrial: boolean
  capturesAutomatically: boolean
  hashKey: string
  hashIv: string
  creditCheckCode: string | null
}

export interface Connection<Group extends ConnectionGroup> {
  version: number
  values: ConnectionValues[Group]
  /** Undefined: there are none, or no key of this node opens them. */
  secrets: ConnectionSecrets[Group] | undefined
  /** Secrets are stored and do not open: they have to be typed again. */
  isUnreadable: boolean
}

export type Connections = { readonly [Group in ConnectionGroup]: Connection<Group> }

const groups = Object.keys(defaultConnections) as ConnectionGroup[]

/** Those of a shop that has changed none. */
export const noConnections = toConnections([], undefined)

interface StoredConnection {
  group: string
  version: number
  values: Record<string, unknown>
  sealed: Buffer | null
}

export async function readConnections(
  db: Db,
  box: Pick<SecretBox, 'open'> | undefined,
): Promise<Connections> {
  const rows = await db.select().from(settings).where(inArray(settings.group, groups))
  return toConnections(rows, box)
}

/** Without a box no secret opens. */
export function toConnections(
  rows: readonly StoredConnection[],
  box: Pick<SecretBox, 'open'> | undefined,
): Connections {
  const read = groups.map((group) => {
    const row = rows.find((one) => one.group === group)
    const opened = row?.sealed ? box?.open(row.sealed, settingOwner(group)) : undefined
    const connection = {
      version: row?.version ?? 0,
      values: { ...defaultConnections[group], ...row?.values },
      secrets: opened && JSON.parse(opened.toString('utf8')),
      isUnreadable: Boolean(row?.sealed) && !opened,
    }
    return [group, connection]
  })
  // One entry a group, with its own values: what `fromEntries` cannot tell.
  return Object.fromEntries(read) as Connections
}

/** A value derived from the connections, cached until they are read again. */
export function cacheByConnections<Built>(
  settings: { connections(): Connections },
  build: (connections: Connections) => Built,
): () => Built {
  let cached: { connections: Connections; built: Built } | undefined
  return () => {
    const connections = settings.connections()
    if (cached?.connections !== connections) cached = { connections, built: build(connections) }
    return cached.built
  }
}

/**
 * In the caller's transaction; throws SETTING_CONFLICT for a version that is not the last. `secrets`
 * absent: the stored ones stay; null: there are none any more. The audit tells that they changed.
 */
export async function writeConnection<Group extends ConnectionGroup>(
  tx: Db,
  actor: StaffActor,
  box: SecretBox,
  change: {
    group: Group
    version: number
    values: ConnectionValues[Group]
    secrets?: ConnectionSecrets[Group] | null
  },
): Promise<void> {
  const { group, version, values, secrets } = change
  const known = (await readConnections(tx, undefined))[group]
  const sealed =
    secrets && box.seal(Buffer.from(JSON.stringify(secrets), 'utf8'), settingOwner(group))
  const written = { group, version, values, ...(sealed !== undefined && { sealed }) }
  if (!(await writeSettings(tx, actor, written))) throw new ShopError('SETTING_CONFLICT')
  const { before, after } = changedFields<object>(known.values, values)
  const subject = { kind: 'setting', id: group, title: group }
  const told = secrets === undefined ? {} : { secrets: secrets === null ? 'removed' : 'changed' }
  await recordAudit(tx, actor, {
    action: 'setting.update',
    subject,
    before: { ...before },
    after: { ...after, ...told },
  })
}
