import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { locateRunningPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import {
  type DatabaseProxy,
  openDatabaseProxy,
} from '../../src/server/testing/doubles/database-proxy.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { openCampaign } from './support/campaigns.ts'
import { readDocument } from './support/documents.ts'
import { adminToken, callShop, createProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

const webDir = join(import.meta.dirname, '../../dist/web')
let proxy: DatabaseProxy
let node: ServerProcess
let dataDir: string

/** A second node, which reaches the database of the shop through a proxy. */
test.beforeAll(async () => {
  const databaseUrl = await locateRunningPostgres(process.env.JOURNEY_DATA_DIR ?? '')
  proxy = await openDatabaseProxy(databaseUrl ?? '')
  dataDir = mkdtempSync(join(tmpdir(), 'minmin-node-'))
  const env = { DATABASE_URL: proxy.url, WEB_DIR: webDir, DEVELOPMENT: '1' }
  node = await ServerProcess.over(dataDir, { env })
  node.endedByItself.catch(() => undefined)
  await node.start()
})
test.afterAll(async () => {
  await proxy.restore()
  await node.stop()
  await proxy.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const detail = (id: string) => `/main/prods/detail/${id}`

test('a change in the back office is in the next document of every node (PATH-19)', async ({
  request,
}) => {
  const admin = await adminToken(request)
  const product = await createProduct(request, admin, { title: '檯燈', price: 120 })
  const path = detail(product.id)
  const there = `${node.address}${path}`
  // Both nodes have it in memory.
  await expect.poll(async () => (await readDocument(request, there)).status).toBe(200)
  await readDocument(request, path)
  const params = { id: product.id }
  const data = { ...product, title: '落地檯燈', price: 777, is_enabled: 1 as const }
  await callShop(request, adminCatalogApi.update, { params, data }, admin)
  const { text } = await readDocument(request, path)
  expect(text).toContain('<title>落地檯燈｜MinMin 團購</title>')
  expect(text).toContain('NT$777')
  await expect.poll(async () => (await readDocument(request, there)).text).toContain('NT$777')
  await callShop(request, adminCatalogApi.remove, { params }, admin)
  expect((await readDocument(request, path)).status).toBe(410)
  await expect.poll(async () => (await readDocument(request, there)).status).toBe(410)
})

test('without the database a document in memory is answered as before, another one is 503 (PATH-19)', async ({
  request,
}) => {
  const admin = await adminToken(request)
  const campaign = await openCampaign(request, admin)
  const [known, other] = [
    await createProduct(request, admin, { title: '茶壺', price: 120 }),
    await createProduct(request, admin, { title: '茶杯', price: 80 }),
  ]
  const at = (path: string) => `${node.address}${path}`
  // Earlier announcements are heard before this change.
  await readDocument(request, at(detail(known.id)))
  const data = { ...known, title: '大茶壺', is_enabled: 1 as const }
  await callShop(request, adminCatalogApi.update, { params: { id: known.id }, data }, admin)
  await expect
    .poll(async () => (await readDocument(request, at(detail(known.id)))).text)
    .toContain('大茶壺')
  const kept = [
    detail(known.id),
    '/main/prods?category=測試用品',
    '/main/groups',
    `/main/groups/detail/${campaign.id}`,
    `/g/${campaign.code}`,
  ].map(at)
  const before: string[] = []
  for (const path of kept) {
    const { status, text } = await readDocument(request, path)
    expect(status, path).toBe(200)
    before.push(text)
  }

  await proxy.cut()
  for (const [index, path] of kept.entries()) {
    const { status, text } = await readDocument(request, path)
    expect(status, path).toBe(200)
    expect(text, path).toBe(before[index])
  }
  for (const path of [detail(other.id), '/main/prods?page=3', '/g/ABCDEFGHABCDEFGHABCDEF']) {
    const { status, headers, text } = await readDocument(request, at(path))
    expect([status, headers['content-type']], path).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(headers['retry-after']), path).toBeGreaterThan(0)
    expect(text, path).toContain('name="robots" content="noindex"')
    const retry = new RegExp(`<a href="${path.replaceAll('?', '\\?')}"[^>]*>重試</a>`)
    expect(text, path).toMatch(retry)
  }

  await proxy.restore()
  await expect
    .poll(async () => (await readDocument(request, at(detail(other.id)))).status)
    .toBe(200)
})
