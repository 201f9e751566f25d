import Fastify, { type FastifyInstance } from 'fastify'
import { defaultSettings } from '#contract/settings.ts'
import type { Config } from '../../config.ts'
import { connect, type Database } from '../../db/connect.ts'
import { registerErrorHandler } from '../../http/error-handler.ts'
import { secure } from '../../http/security.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { createLog } from '../../log.ts'
import { registerMailJobs } from '../../mail/send-mails.ts'
import { createIdentity, type Identity } from '../../members/identity.ts'
import type { OwnIdentityOptions } from '../../members/own-identity.ts'
import { noConnections } from '../../settings/connections.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { testConfig } from '../test-config.ts'
import { createTestHasher } from './test-hasher.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
  headers: Record<string, unknown>
  /** The code of a refusal, without its explanation. */
  code: string | undefined
}

export interface From {
  ip?: string
  headers?: Record<string, string>
}

export interface TestProvider {
  app: FastifyInstance
  config: Config
  database: Database
  databaseUrl: string
  identity: Identity
  /** Calls `accounts:<name>` as the SDK does. */
  call(name: string, fields: object, from?: From): Promise<Reply>
  refresh(refreshToken: string, from?: From): Promise<Reply>
  signUp(email?: string): Promise<TestMember>
  /** Another server on the same database. */
  secondNode(): Promise<Pick<TestProvider, 'call' | 'identity'>>
  close(): Promise<void>
}

export interface TestMember {
  localId: string
  email: string
  idToken: string
  refreshToken: string
}

export const testPassword = 'abc123'

type Options = Partial<Pick<OwnIdentityOptions, 'limits' | 'hasher' | 'onDeleted'>> & {
  env?: Record<string, string>
  /** Where the provider finds the database that has this address. */
  reach?: (databaseUrl: string) => Promise<string>
}

/** The identity provider alone, over a database of its own; requests are injected. */
export async function openTestProvider(options: Options = {}): Promise<TestProvider> {
  const config = testConfig(options.env)
  const testDatabase = await createTestDatabase()
  const url = options.reach ? await options.reach(testDatabase.url) : testDatabase.url
  const nodes = [await openNode(config, url, options)]
  const first = nodes[0] as Node

  let members = 0
  return {
    ...first,
    config,
    databaseUrl: testDatabase.url,
    async signUp(email = `member-${++members}@example.com`) {
      const { body } = await first.call('signUp', { email, password: testPassword })
      return { ...body, email }
    },
    async secondNode() {
      const node = await openNode(config, url, options)
      nodes.push(node)
      return node
    },
    async close() {
      for (const { app, identity, jobs, database } of nodes) {
        await app.close()
        await jobs.stop()
        await identity.close()
        await database.close()
      }
      await testDatabase.drop()
    },
  }
}

type Node = Awaited<ReturnType<typeof openNode>>

async function openNode(config: Config, url: string, options: Options) {
  const log = createLog(config)
  const database = connect(url, { poolSize: 12, timeoutMs: config.databaseTimeoutMs })
  const jobs = createJobs({ database, log })
  const outside = {
    get: () => ({ ...defaultSettings, methods: [] }),
    connections: () => noConnections,
  }
  registerMailJobs(jobs, { config, db: database.db, settings: outside, log })
  const identity = createIdentity({
    config,
    database,
    jobs,
    hasher: createTestHasher(),
    ...options,
  })
  await identity.start()
  await jobs.start()
  const app = Fastify({
    loggerInstance: log,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
  })
  registerErrorHandler(app)
  await secure(app, config)
  await identity.routes(app)
  return {
    app,
    database,
    jobs,
    identity,
    call: (name: string, fields: object, from: From = {}) =>
      post(app, { url: accountsUrl(name), payload: fields, from }),
    refresh: (refreshToken: string, from: From = {}) => {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const payload = new URLSearchParams(form).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return post(app, {
        url: '/securetoken.googleapis.com/v1/token?key=minmin',
        payload,
        from: { ...from, headers: { ...type, ...from.headers } },
      })
    },
  }
}

export function accountsUrl(name: string): string {
  return `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=minmin`
}

async function post(
  app: FastifyInstance,
  request: { url: string; payload: object | string; from: From },
): Promise<Reply> {
  const { url, payload, from } = request
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: from.headers ?? {},
    remoteAddress: from.ip ?? '127.0.0.1',
  })
  const isJson = response.headers['content-type']?.toString().includes('json')
  const body = isJson ? response.json() : response.body
  const code = isJson ? body.error?.message?.split(' : ')[0] : undefined
  return { status: response.statusCode, body, headers: response.headers, code }
}
