import { defaultSettings, type SettingGroup, type SettingValues } from '#contract/settings.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import type { Database, Db } from '../db/connect.ts'
import { listenTo } from '../db/listen.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type Connections, noConnections, readConnections } from './connections.ts'
import { readSettings, settingsChannel, writeSettings } from './settings.queries.ts'

export interface Settings {
  /**
   * The cached settings of this process: what decides about money is read in its transaction
   * instead.
   */
  get(): SettingValues
  /** The accounts of the shop outside, cached and opened. */
  connections(): Connections
  /** Within the caller's transaction; throws SETTING_CONFLICT for a version that is not the last. */
  update<Group extends SettingGroup>(
    tx: Db,
    actor: StaffActor,
    change: { group: Group; version: number; values: SettingValues[Group] },
  ): Promise<void>
  /** Reads them now, instead of when the notification arrives. */
  refresh(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** If a notification is lost, the change is read after this time. */
const refreshIntervalMs = 60_000

/** The settings, cached in each process; NOTIFY sends a change to all of them. */
export function createSettings({
  database: { db },
  databaseUrl,
  log,
  secretBox,
}: {
  database: Pick<Database, 'db'>
  databaseUrl: string
  log: Log
  secretBox: Pick<SecretBox, 'open'>
}): Settings {
  let current = defaultSettings
  let connections = noConnections
  let readings = 0
  let newest = 0
  let listener: { close(): Promise<void> } | undefined
  let timer: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    const reading = ++readings
    const [read, outside] = await Promise.all([readSettings(db), readConnections(db, secretBox)])
    // Of two concurrent reads, the one that began later has the newer state.
    if (reading < newest) return
    newest = reading
    connections = outside
    const { shop, shipping, mail, stock, payment, order, security, privacy } = read
    current = {
      shop: shop.values,
      shipping: shipping.values,
      mail: mail.values,
      stock: stock.values,
      payment: payment.values,
      order: order.values,
      security: security.values,
      privacy: privacy.values,
    }
  }

  function refreshSoon(): void {
    refresh().catch((err) => log.warn({ err }, 'the settings could not be read'))
  }

  return {
    get: () => current,
    connections: () => connections,
    async update(tx, actor, change) {
      const { group, values } = change
      const known = (await readSettings(tx))[group]
      if (!(await writeSettings(tx, actor, change))) throw new ShopError('SETTING_CONFLICT')
      const { before, after } = changedFields(known.values, values)
      const subject = { kind: 'setting', id: group, title: group }
      await recordAudit(tx, actor, { action: 'setting.update', subject, before, after })
    },
    refresh,
    async start() {
      await refresh()
      listener = listenTo({
        url: databaseUrl,
        channels: [settingsChannel],
        onMessage: () => refreshSoon(),
        log,
      })
      timer = setInterval(refreshSoon, refreshIntervalMs)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await listener?.close()
    },
  }
}
