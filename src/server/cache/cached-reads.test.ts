import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as schema from '#contract/catalog.schema.ts'
import { catalogApi } from '#contract/catalog.ts'
import { createMount } from '../http/mount.ts'
import { secure } from '../http/security.ts'
import { testConfig } from '../testing/test-config.ts'
import { answerCachedReads } from './cached-reads.ts'
import { cacheKey, createResponseCache, type ResponseCache } from './response-cache.ts'

const config = { ...testConfig(), publicUrl: null }
const unused = async () => {
  throw new Error('a public read identifies nobody')
}
let app = Fastify()
let cache: ResponseCache
let handled: string[]
let responded: string[]

beforeEach(async () => {
  handled = []
  responded = []
  cache = createResponseCache()
  cache.resume()
  app = Fastify()
  answerCachedReads(app, (request) => cache.find(cacheKey(request, config)))
  await secure(app, config)
  app.addHook('onSend', async (request, reply) => {
    if (request.headers.connection === 'close') reply.header('Connection', 'close')
  })
  app.addHook('onResponse', async ({ method, url }, { statusCode }) => {
    responded.push(`${method} ${url} ${statusCode}`)
  })
  const mount = createMount(app, {
    shopPath: 's',
    isGuestShared: false,
    isHttps: false,
    limits: { beforeIdentified: unused, whenIdentified: unused, whenAnswered: unused },
    verifiers: { member: unused, admin: unused, key: unused },
    mergeGuest: unused,
    guestOfOrder: unused,
    onNewGuest: unused,
    countKey: unused,
  })
  mount(catalogApi.categories, schema.categories, async (_, { request }) => {
    handled.push(request.url)
    return cache.read(cacheKey(request, config), async () => ({
      categories: [{ title: '日常好物'.repeat(300), count: 1 }],
      messages: [],
    }))
  })
})
afterEach(() => app.close())

const path = '/v2/api/s/categories'
async function ask(
  headers: Record<string, string> = {},
  url = path,
  method: 'GET' | 'HEAD' = 'GET',
) {
  const response = await app.inject({ method, url, headers })
  const { date: _, 'x-request-id': __, ...head } = response.headers
  return { status: response.statusCode, head, body: response.rawPayload.toString('base64') }
}

it('answers a hit with every header and byte of the first response, without the handler', async () => {
  const headers = { 'accept-encoding': 'br' }
  const first = await ask(headers)
  expect(await ask(headers)).toEqual(first)
  expect(first.head).toMatchObject({
    vary: 'Origin, Accept-Encoding',
    'content-encoding': 'br',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'content-type': 'application/json; charset=utf-8',
  })
  expect(handled).toEqual([path])
})

it('runs onResponse for each hit, where logs, metrics and limits count', async () => {
  const { head } = await ask()
  await ask()
  await ask({ 'if-none-match': String(head.etag) })
  await ask({}, path, 'HEAD')
  expect(responded).toEqual([
    `GET ${path} 200`,
    `GET ${path} 200`,
    `GET ${path} 304`,
    `HEAD ${path} 200`,
  ])
  expect(handled).toEqual([path])
})

it('runs onSend for a hit, so that a closing server ends its connections', async () => {
  await ask()
  expect((await ask({ connection: 'close' })).head.connection).toBe('close')
})

it.each<[string, string, Record<string, string>]>([
  ['another address', `${path}?a=2`, {}],
  ['another host', path, { host: 'other.example' }],
])('runs the handler for %s (SAFE-17)', async (_, url, headers) => {
  await ask()
  await ask(headers, url)
  expect(handled).toHaveLength(2)
})

it('runs the handler after a change', async () => {
  await ask()
  cache.clear()
  await ask()
  expect(handled).toHaveLength(2)
})

it('gives a HEAD hit the length and no body', async () => {
  const { head } = await ask()
  const answer = await ask({}, path, 'HEAD')
  expect(answer.body).toBe('')
  expect(answer.head['content-length']).toBe(head['content-length'])
})

it('leaves a request of another origin to the rules of origins', async () => {
  await ask()
  const { head } = await ask({ origin: 'http://localhost:4000' })
  expect(head).toMatchObject({ vary: 'Origin, Accept-Encoding' })
  expect(head['content-security-policy']).toBeDefined()
  expect(handled).toHaveLength(2)
})
