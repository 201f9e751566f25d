import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { SessionDeps } from '../admin/sign-in/admin-session.ts'
import { buildApp } from '../app.ts'
import { writeProductTerms } from '../catalog/product-terms.ts'
import type { Config } from '../config.ts'
import { dueInstant } from '../coupons/coupon-wire.ts'
import type { Database } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { createReadiness } from '../http/health.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { createLog } from '../log.ts'
import type { RenewDeps } from '../logistics/stores/renew-stores.ts'
import { placesTaken, takenPlaces } from '../metrics/metrics.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { GivenProviders } from '../payments/payment-providers.ts'
import type { RunDeps } from '../runs/work-run.ts'
import { createServices } from '../services.ts'
import { tellClosedStores } from '../shipments/change-store.ts'
import type { ShipmentDeps } from '../shipments/shipment-deps.ts'
import { createTestDatabase } from './database/test-database.ts'
import { createTestHasher } from './doubles/test-hasher.ts'
import { testConfig } from './test-config.ts'

/** A caller of the API like a browser: it stores its cookies and sends its token. */
export interface Visitor {
  get(path: string): Promise<Answer>
  post(path: string, data?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, data: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  cookies: Map<string, string>
  token: string | undefined
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
  headers: LightMyRequestResponse['headers']
}

export interface TestShop {
  app: FastifyInstance
  config: Config
  database: Database
  databaseUrl: string
  /** Dependencies of payment and refund jobs. */
  payments: PaymentDeps
  /** Dependencies of the jobs of logistics. */
  logistics: RenewDeps
  /** Dependencies of the jobs of parcels. */
  shipments: ShipmentDeps
  /** Dependencies of the jobs of invoices. */
  invoices: InvoiceDeps
  /** Dependencies of the jobs of runs. */
  runs: RunDeps
  /** Another one after each change of the catalogue that this shop has heard of. */
  catalogVersion(): number | undefined
  /** Dependencies of an administrator's sign-in. */
  sessions: SessionDeps
  guest(): Visitor
  member(email?: string): Promise<Visitor & { uid: string; email: string }>
  product(values?: Partial<typeof products.$inferInsert>): Promise<string>
  coupon(values?: Partial<typeof coupons.$inferInsert>): Promise<{ id: string; code: string }>
  close(): Promise<void>
}

/** A whole shop over a database of its own; nothing listens, requests are injected. */
export async function openTestShop(
  options: {
    env?: Record<string, string>
    /** In the place of, or beside, those of the environment and the settings. */
    givenProviders?: GivenProviders
    /** Puts something between the shop and its database. */
    reach?: (databaseUrl: string) => Promise<string>
    /** Jobs that are sent wait in the queue, unless a test wants them worked. */
    worksJobs?: boolean
  } = {},
): Promise<TestShop> {
  const config = testConfig(options.env)
  const log = createLog(config)
  const testDatabase = await createTestDatabase()
  const databaseUrl = (await options.reach?.(testDatabase.url)) ?? testDatabase.url
  const { givenProviders, worksJobs = false } = options
  const services = createServices(
    config,
    { databaseUrl, log },
    {
      poolSize: 12,
      hasher: createTestHasher(),
      ...(givenProviders && { payments: givenProviders }),
      worksJobs,
    },
  )
  const { database } = services
  await services.start()
  const app = await buildApp({ config, log, readiness: createReadiness(), ...services })

  let members = 0
  async function member(email = `member-${++members}@example.com`) {
    const reply = await app.inject({
      method: 'POST',
      url: `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin`,
      payload: { email, password: 'abc123', returnSecureToken: true },
    })
    const account = reply.json<{ localId: string; idToken: string }>()
    return Object.assign(visitor(app, account.idToken), { uid: account.localId, email })
  }

  return {
    app,
    config,
    database,
    databaseUrl: testDatabase.url,
    payments: {
      db: database.db,
      jobs: services.jobs,
      providers: services.paymentProviders,
      subscribers: services.orderSubscribers,
    },
    logistics: {
      db: database.db,
      logistics: services.logistics,
      settings: services.settings,
      onStoresClosed: (tx, closed) => tellClosedStores(tx, services.orderSubscribers, closed),
    },
    shipments: {
      db: database.db,
      jobs: services.jobs,
      logistics: services.logistics,
      subscribers: services.orderSubscribers,
      providers: services.paymentProviders,
    },
    invoices: { db: database.db, jobs: services.jobs, invoices: services.invoices },
    runs: { db: database.db, jobs: services.jobs, log, actions: services.actions },
    catalogVersion: services.catalog.version,
    sessions: {
      db: database.db,
      log,
      jobs: services.jobs,
      secretBox: services.secretBox,
    },
    guest: () => visitor(app),
    member,
    product: (values) => insertProduct(database, values),
    coupon: (values) => insertCoupon(database, values),
    async close() {
      await app.close()
      await assertPlacesGivenBack()
      await services.close()
      await testDatabase.drop()
      await rm(config.dataDir, { recursive: true, force: true })
    },
  }
}

/** A place that nobody gives back is lost until a restart: no test may leave one. */
async function assertPlacesGivenBack(): Promise<void> {
  for (let turns = 0; (await takenPlaces()) > 0 && turns < 100; turns++) await delay(20)
  const { values } = await placesTaken.get()
  const taken = values.filter(({ value }) => value !== 0).map(({ labels }) => labels.of)
  if (taken.length > 0) throw new Error(`places that were not given back: ${taken.join(', ')}`)
}

export const shopPrefix = '/v2/api/shopping-minmin'

export function visitor(app: FastifyInstance, token?: string): Visitor {
  const cookies = new Map<string, string>()
  const self: Visitor = {
    cookies,
    token,
    async inject(request) {
      const options = typeof request === 'string' ? { url: request } : request
      const response = await app.inject({
        ...options,
        headers: {
          ...(self.token && { authorization: self.token }),
          ...(cookies.size > 0 && {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          }),
          ...options.headers,
        },
      })
      for (const cookie of response.cookies) {
        if (cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      return response
    },
    get: (path) => answer(self.inject({ method: 'GET', url: at(path) })),
    post: (path, data, headers = {}) =>
      answer(
        self.inject({
          method: 'POST',
          url: at(path),
          headers,
          ...(data !== undefined && { payload: { data } }),
        }),
      ),
    put: (path, data) => answer(self.inject({ method: 'PUT', url: at(path), payload: { data } })),
    delete: (path) => answer(self.inject({ method: 'DELETE', url: at(path) })),
  }
  return self
}

function at(path: string): string {
  return path.startsWith('/v2') ? path : `${shopPrefix}${path}`
}

async function answer(pending: Promise<LightMyRequestResponse>): Promise<Answer> {
  const response = await pending
  const isJson = response.headers['content-type']?.toString().includes('json')
  return {
    status: response.statusCode,
    body: isJson ? response.json() : response.body,
    headers: response.headers,
  }
}

async function insertProduct(
  { db }: Database,
  values: Partial<typeof products.$inferInsert> = {},
): Promise<string> {
  const id = values.id ?? createId()
  await db.insert(products).values({
    title: '手感馬克杯',
    category: '茶與咖啡',
    content: '厚實杯身',
    description: '<p>粗陶</p>',
    imageUrl: 'https://pictures.example/mug.jpg',
    imagesUrl: [],
    isEnabled: true,
    originPrice: 1200,
    price: 1000,
    unit: '個',
    extra: {},
    ...values,
    id,
  })
  await writeProductTerms(db, [id])
  return id
}

// As many digits in each file, which share this count.
let couponNumber = 1_000

async function insertCoupon(
  { db }: Database,
  values: Partial<typeof coupons.$inferInsert> = {},
): Promise<{ id: string; code: string }> {
  const dueDate = values.dueDate ?? Date.now() + 86_400_000
  const coupon = {
    id: createId(),
    title: '八折券',
    code: `code-${++couponNumber}`,
    percent: 80,
    isEnabled: true,
    extra: {},
    ...values,
    dueDate,
    dueAt: dueInstant(dueDate),
  }
  await db.insert(coupons).values(coupon)
  return { id: coupon.id, code: coupon.code }
}

/** Data of every order of the tests. */
export const orderData = {
  user: {
    name: '王小明',
    email: 'ming@example.com',
    tel: '0912345678',
    address: '台北市信義區 1 號',
  },
  message: '請放管理室',
}
