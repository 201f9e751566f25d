import { isDeepStrictEqual } from 'node:util'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { hasOwnPolicy, menuOf, shownMenu } from '#contract/menu.ts'
import {
  defaultSettings,
  type SettingGroup,
  type SettingValues,
  type ShopTerms,
  type ShownShop,
} from '#contract/settings.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import type { Database, Db } from '../db/connect.ts'
import { listenTo } from '../db/listen.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type Connections, noConnections, readConnections } from './connections.ts'
import { createLook, type FindOffer, type Look, nextChange, type Offer } from './look.ts'
import { type PolicyVersion, readPolicy } from './policy.queries.ts'
import {
  readPublicPages,
  readSettings,
  settingsChannel,
  type VersionedSettings,
  writeSettings,
} from './settings.queries.ts'

export interface Settings {
  /**
   * The cached settings of this process: what decides about money is read in its transaction
   * instead.
   */
  get(): SettingValues & { shop: ShownShop; methods: readonly AdminShippingMethod[] } & Pick<
      ShopTerms,
      'returns'
    >
  /** The accounts of the shop outside, cached and opened. */
  connections(): Connections
  /** How the storefront looks now: the same object until something of it changes. */
  look(): Look
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
  findOffer = async () => undefined,
  readMethods = async () => [],
  isMailing = () => true,
}: {
  database: Pick<Database, 'db'>
  databaseUrl: string
  log: Log
  secretBox: Pick<SecretBox, 'open'>
  findOffer?: FindOffer
  /** The shipping methods, in their order. */
  readMethods?: (db: Db) => Promise<AdminShippingMethod[]>
  /** Whether mails reach their readers, with these accounts. */
  isMailing?: (connections: Connections) => boolean
}): Settings {
  let current: ReturnType<Settings['get']> = { ...defaultSettings, methods: [] }
  let connections = noConnections
  let offer: Offer | undefined
  let shown = createLook(current, offer, Date.now())
  let shownUntil = Number.POSITIVE_INFINITY
  let readings = 0
  let newest = 0
  let listener: { close(): Promise<void> } | undefined
  let timer: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    const reading = ++readings
    const [read, outside, methods] = await Promise.all([
      readSettings(db),
      readConnections(db, secretBox),
      readMethods(db),
    ])
    const pages = await readPublicPages(db, namedPages(read))
    const shop = shownShop(read, { pages, policy: await readPolicy(db) })
    const returns = pages.get(read.shipping.values.returns_page ?? '')
    const { blocks, offer: promise } = read.home.values
    const isPromised = blocks.some(({ kind, is_on }) => kind === 'offer' && is_on) && promise.code
    const found = isPromised ? await findOffer(db, promise.code) : undefined
    // Of two concurrent reads, the one that began later has the newer state.
    if (reading < newest) return
    newest = reading
    connections = outside
    const { shipping, mail, stock, payment, order, invoice, security, privacy, menu } = read
    const { brand, home, credit, backup } = read
    current = {
      shop,
      methods,
      shipping: shipping.values,
      mail: mail.values,
      stock: stock.values,
      payment: payment.values,
      order: order.values,
      invoice: invoice.values,
      security: security.values,
      privacy: privacy.values,
      menu: menu.values,
      brand: brand.values,
      home: home.values,
      credit: credit.values,
      backup: backup.values,
      ...(returns && { returns: { to: `/main/page/${returns.slug}`, label: returns.title } }),
    }
    offer = found
    drawLook()
  }

  function drawLook(): void {
    const now = Date.now()
    const drawn = createLook(current, offer, now, isMailing(connections))
    // Documents are cached for as long as it is the same object.
    if (!isDeepStrictEqual(drawn, shown)) shown = drawn
    shownUntil = nextChange(current, offer, now)
  }

  function refreshSoon(): void {
    refresh().catch((err) => log.warn({ err }, 'the settings could not be read'))
  }

  return {
    get: () => current,
    connections: () => connections,
    look() {
      if (Date.now() >= shownUntil) drawLook()
      return shown
    },
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

type PublicPages = Awaited<ReturnType<typeof readPublicPages>>

/** The ids of pages of the shop that settings lead to. */
function namedPages({ menu, shipping }: VersionedSettings): string[] {
  const entries = [...menu.values.header, ...menu.values.footer]
  const inMenu = entries.filter(({ kind }) => kind === 'page').map(({ target }) => target)
  return [...inMenu, shipping.values.returns_page ?? ''].filter((id) => id !== '')
}

/** A menu without anything of the owner's is the one that the storefront has by itself. */
function shownShop(
  { shop, menu }: VersionedSettings,
  { pages, policy }: { pages: PublicPages; policy: PolicyVersion },
): ShownShop {
  if (menu.version === 0 && !hasOwnPolicy(policy)) return shop.values
  const leadsTo = { shop: shop.values, pages, hasTerms: policy.terms !== '' }
  return { ...shop.values, menu: shownMenu(menuOf(menu, policy), leadsTo) }
}
