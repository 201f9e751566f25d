import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { multipart, photograph } from '../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { createS3Store } from './s3-store.ts'

/** An S3 service that stores what it receives. */
const stored = new Map<string, Buffer>()
let isDown = false
let isRefused = false
let service: Server
let shop: TestShop
let admin: TestAdministrator

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    const body = await buffer(request)
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = /^AWS4-HMAC-SHA256 Credential=key\/[0-9]{8}\/eu-test\/s3\/aws4_request,/
    const isSigned =
      signature.test(headers.authorization ?? '') && headers['x-amz-content-sha256'] === hash
    if (isDown) response.writeHead(500).end()
    else if (isRefused || !isSigned) response.writeHead(403).end()
    else if (method === 'PUT') {
      stored.set(url, body)
      response.writeHead(200).end()
    } else if (method === 'DELETE') {
      stored.delete(url)
      response.writeHead(204).end()
    } else {
      const found = stored.get(url)
      // A bucket that may not be listed says so instead of 404.
      response.writeHead(found ? 200 : 403, { 'content-length': found?.length ?? 0 })
      response.end(method === 'GET' ? found : undefined)
    }
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  shop = await openTestShop({
    env: {
      UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      UPLOADS_S3_REGION: 'eu-test',
      UPLOADS_S3_BUCKET: 'pictures',
      UPLOADS_S3_ACCESS_KEY_ID: 'key',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
  admin = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  service.close()
})

async function upload() {
  const bytes = await photograph(40, 30)
  return admin.inject({
    method: 'POST',
    url: `${shopPrefix}/admin/upload`,
    ...multipart([{ name: 'file', filename: 'a.jpg', bytes }]),
  })
}

it('API-23 a bucket of the configuration keeps the pictures, and the shop serves them', async () => {
  const { imageUrl } = (await upload()).json<{ imageUrl: string }>()
  const { pathname } = new URL(imageUrl)
  expect([...stored.keys()].every((key) => key.startsWith('/pictures/uploads/'))).toBe(true)
  expect(stored.size).toBe(3)
  for (const path of [pathname, pathname.replace('.jpg', '-40.webp')]) {
    const file = await shop.app.inject(path)
    expect(file.statusCode).toBe(200)
    expect(file.headers['cache-control']).toContain('immutable')
    expect(file.rawPayload).toEqual(stored.get(`/pictures${path}`))
  }
  const unknown = await shop.app.inject(`/uploads/${'0'.repeat(32)}-8x8.jpg`)
  expect(unknown.statusCode).toBe(404)
})

it('E9 a bucket that fails refuses the upload, and the shop goes on selling', async () => {
  isDown = true
  const response = await upload()
  isDown = false
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ success: false })
  expect((await shop.guest().get('/products')).status).toBe(200)
})

it('a probe tells a bucket that refuses the key from one that lacks a file (BACKUP-06)', async () => {
  if (!shop.config.uploadsBucket) throw new Error('the shop has no bucket')
  const store = createS3Store(shop.config.uploadsBucket)
  const before = [...stored.keys()]
  expect(await store.has('nothing')).toBe(false)
  await store.probe?.()
  expect([...stored.keys()]).toEqual(before)
  isRefused = true
  onTestFinished(() => {
    isRefused = false
  })
  expect(await store.has('nothing')).toBe(false)
  await expect(store.probe?.()).rejects.toThrow()
})

/** A store over a service that answers each request by `answer`; its timers run by hand. */
async function openSlowBucket(answer: RequestListener) {
  const slow = createServer(answer)
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  onTestFinished(() => {
    vi.useRealTimers()
    slow.close()
    slow.closeAllConnections()
  })
  const { port } = slow.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return createS3Store({ endpoint, region: 'eu-test', name: 'pictures', prefix: '', ...keys })
}

it('API-23 a picture whose bytes are taken slowly is sent to its end', async () => {
  const replies: ServerResponse[] = []
  const store = await openSlowBucket((_, response) => {
    replies.push(response)
    response.writeHead(200, { 'content-length': 8 }).write('half')
  })
  const file = await store.open('a.jpg')
  await vi.advanceTimersByTimeAsync(60_000)
  replies[0]?.end('half')
  expect(String(file && (await buffer(file.stream)))).toBe('halfhalf')
})

it('E9 a bucket that does not answer is given up after 20 seconds', async () => {
  const asked = Promise.withResolvers<void>()
  const store = await openSlowBucket(() => asked.resolve())
  const opening = store.open('a.jpg').catch((error: unknown) => error)
  await asked.promise
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await opening).toMatchObject({ code: 'UNAVAILABLE' })
})
