import { tellOwners } from './admin/tell-owners.ts'
import { arrivalRunAction } from './arrival/arrival-run.ts'
import { backupJobs } from './backup/backup.jobs.ts'
import { catchUpBackups } from './backup/scheduled-backups.ts'
import { createCampaignCache } from './campaigns/campaign-cache.ts'
import { countProved } from './campaigns/join/count-proved.ts'
import { giveUpPlaces } from './campaigns/join/leave.service.ts'
import { forgetPeopleOf } from './campaigns/line-orders/line-people.queries.ts'
import { deleteCart } from './cart/cart.queries.ts'
import { createCatalogCache } from './catalog/catalog-cache.ts'
import type { Config } from './config.ts'
import { findOffer } from './coupons/coupons.queries.ts'
import { closeCreditAccount } from './credit/close-account.ts'
import { connect, type Database } from './db/connect.ts'
import { createExports } from './exports/export-kinds.ts'
import { personFileAction } from './exports/person-file.ts'
import { exportActions } from './exports/write-export.ts'
import { memberOwner } from './http/caller.ts'
import { createImports, importActions } from './imports/import-actions.ts'
import { createInvoices } from './invoices/account/create-invoices.ts'
import { readInvoiceText } from './invoices/invoice-wire.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { spareProcessors } from './limits/spare-processors.ts'
import { hasLineAccount } from './line-messages/line-account.ts'
import { setFriendship } from './line-messages/receivers.queries.ts'
import type { Log } from './log.ts'
import { createLogistics } from './logistics/create-logistics.ts'
import { catchUpStores } from './logistics/stores/renew-stores.ts'
import { deleteChoices } from './logistics/stores/store-choices.ts'
import { canMail } from './mail/mail-server.ts'
import { createIdentity, type Identity } from './members/identity.ts'
import { createPasswordHasher, type PasswordHasher } from './members/sign-in/password-hasher.ts'
import { watchPool } from './metrics/metrics.ts'
import { removeSubscriberByEmail } from './newsletter/newsletter.queries.ts'
import { clearDemoAction } from './opening/clear-demo.ts'
import { createOrderSubscribers } from './order-subscribers.ts'
import { createGuestAccess } from './orders/guest-access.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { createPaymentProviders, type GivenProviders } from './payments/payment-providers.ts'
import { noteErasuresJob, recordDeletion } from './privacy/erasure-ledger.ts'
import { forgetSubscriptionsOf } from './push/subscriptions.queries.ts'
import { registerRoomJobs } from './rooms.ts'
import { catalogRunActions } from './runs/actions/catalog.ts'
import { customerRunActions } from './runs/actions/customers.ts'
import { orderRunActions } from './runs/actions/orders.ts'
import { shipmentRunActions } from './runs/actions/shipments.ts'
import { createRunActions } from './runs/run-action.ts'
import { searchedTables } from './searched-tables.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { loadSecretsKey } from './secrets/secrets-key.ts'
import type { Connections } from './settings/connections.ts'
import { createSettings } from './settings/settings.ts'
import { tellClosedStores } from './shipments/change-store.ts'
import { readMethods } from './shipping/methods.queries.ts'
import { endRequestsOf } from './stock/restock.queries.ts'
import { createPictureStore } from './uploads/picture-store.ts'

/** The parts that a test replaces. */
interface Overrides {
  poolSize?: number
  hasher?: PasswordHasher
  payments?: GivenProviders
  /** `false`: jobs are accepted and nothing runs them. */
  worksJobs?: boolean
}

/** All parts of the shop over a migrated database, connected and nothing started. */
export function createServices(
  config: Config,
  options: { databaseUrl: string; log: Log },
  overrides: Overrides = {},
) {
  const { databaseUrl, log } = options
  const poolSize = overrides.poolSize ?? shareOf(config.databasePoolSize, config, 3)
  const database = connect(databaseUrl, {
    name: 'minmin shop',
    poolSize,
    timeoutMs: config.databaseTimeoutMs,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const unwatchPool = watchPool(database.pool)
  // Listeners, and statements of minutes, need a session of their own.
  const sessionUrl = config.databaseListenUrl ?? databaseUrl
  const catalog = createCatalogCache(sessionUrl, log)
  const campaignCache = createCampaignCache(sessionUrl, log)
  const { worksJobs = true } = overrides
  const jobs = createJobs({ database, log, worksJobs })
  const secretBox = createSecretBox(() => loadSecretsKey(config))
  const isMailing = (connections: Connections) =>
    canMail(config, { connections: () => connections })
  const settings = createSettings({
    ...{ database, databaseUrl: sessionUrl, log, secretBox },
    ...{ findOffer, isMailing, readMethods },
  })
  const paymentProviders = createPaymentProviders(config, settings, overrides.payments)
  const logistics = createLogistics(config, settings)
  const invoices = createInvoices(config, settings)
  const guestAccess = createGuestAccess(secretBox)
  const orderSubscribers = createOrderSubscribers({
    guestAccess,
    config,
    jobs,
    settings,
    providers: paymentProviders,
    invoices,
    invoiceText: readInvoiceText,
  })
  const pictures = createPictureStore(config)
  const exports = createExports({ settings })
  const imports = createImports({ subscribers: orderSubscribers })
  const actions = createRunActions([
    ...orderRunActions({ subscribers: orderSubscribers }),
    ...shipmentRunActions({
      ...{ jobs, logistics, subscribers: orderSubscribers },
      providers: paymentProviders,
    }),
    ...exportActions(database.db, exports),
    personFileAction(database.db),
    ...importActions({ db: database.db, jobs }, imports),
    ...catalogRunActions(),
    ...customerRunActions(),
    clearDemoAction({ db: database.db, pictures }),
    arrivalRunAction({
      ...{ config, db: database.db, jobs },
      ...{ providers: paymentProviders, subscribers: orderSubscribers },
    }),
  ])
  const { db } = database
  registerRoomJobs({
    config,
    databaseUrl: sessionUrl,
    db,
    jobs,
    log,
    settings,
    secretBox,
    providers: paymentProviders,
    logistics,
    invoices,
    subscribers: orderSubscribers,
    actions,
    searchedTables,
    pictures,
    unscheduled: config.backup.dir === null ? [...backupJobs, noteErasuresJob] : [],
    onSeal: (tx, range) => tellOwners(config, tx, range),
    onStoresClosed: (tx, closed) => tellClosedStores(tx, orderSubscribers, closed),
  })
  const hasher = overrides.hasher ?? createHasher(config)
  const identity = createShopIdentity({
    ...{ config, database, jobs, hasher, orderSubscribers },
    connections: () => settings.connections(),
  })
  return {
    database,
    catalog,
    campaignCache,
    jobs,
    settings,
    hasher,
    // Administrators do not wait behind the sign-ins of members.
    adminHasher: overrides.hasher ?? createPasswordHasher({ concurrency: 1, maxWaiting: 20 }),
    identity,
    paymentProviders,
    logistics,
    invoices,
    orderSubscribers,
    actions,
    exports,
    imports,
    pictures,
    secretBox,
    guestAccess,
    async start(): Promise<void> {
      await Promise.all([identity.start(), jobs.start(), settings.start()])
      await catchUpBackups(jobs, { config, db, log })
      await catchUpStores(jobs, { db, logistics })
    },
    async close(): Promise<void> {
      await Promise.all([jobs.stop(), settings.close(), identity.close()])
      await Promise.all([catalog.close(), campaignCache.close()])
      unwatchPool()
      await database.close()
    },
  }
}

/** The identity of members, with what else goes when a member deletes the account. */
function createShopIdentity({
  orderSubscribers,
  ...options
}: {
  config: Config
  database: Database
  jobs: Jobs
  hasher: PasswordHasher
  orderSubscribers: readonly OrderSubscriber[]
  connections: () => Connections
}): Identity {
  return createIdentity({
    ...options,
    lineFriends: {
      isOffered: () => hasLineAccount(options.config, options.connections()),
      keep: (person) => setFriendship(options.database.db, { ...person, at: new Date() }),
    },
    onProved: (tx, { uid: memberId, email }) =>
      options.jobs.send(tx, countProved, { memberId, email }),
    async onDeleted(tx, { uid, email, emailVerified }) {
      await deleteCart(tx, memberOwner(uid))
      await deleteChoices(tx, memberOwner(uid))
      // Anybody may have signed up with an address that was never verified.
      if (emailVerified && email !== null) {
        await endRequestsOf(tx, email)
        await removeSubscriberByEmail(tx, email)
      }
      await giveUpPlaces(tx, { ...options, orderSubscribers }, uid)
      await closeCreditAccount(tx, uid, { kind: 'shopper', owner: memberOwner(uid) })
      await forgetPeopleOf(tx, memberOwner(uid))
      await forgetSubscriptionsOf(tx, uid)
      await recordDeletion(tx, uid)
    },
  })
}

/** Workers hash side by side, so each leaves the processors of the others alone. */
export function createHasher(config: Config): PasswordHasher {
  return createPasswordHasher({
    concurrency: shareOf(spareProcessors(), config, 1),
    maxWaiting: shareOf(60, config, 10),
  })
}

/** The part of one worker, and never less than it can work with. */
function shareOf(whole: number, { workers }: Config, least: number): number {
  return workers === 1 ? whole : Math.max(least, Math.ceil(whole / workers))
}
