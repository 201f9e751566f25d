import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  const webDir = mkdtempSync(join(tmpdir(), 'minmin-web-'))
  writeFileSync(
    join(webDir, 'index.html'),
    '<head><title>MinMin 團購</title><meta name="description" content="" /></head><body></body>',
  )
  shop = await openTestShop({ env: { WEB_DIR: webDir, WRITE_LIMITS: '1' } })
})
afterAll(() => shop.close())

it('the document of a guessed code says when to come back, once too many were guessed (GROUP-04)', async () => {
  const guess = (remoteAddress: string) =>
    shop.app.inject({ url: `/g/${'B'.repeat(22)}`, remoteAddress })
  for (let n = 0; n < 300; n++) expect((await guess('192.0.2.9')).statusCode).toBe(404)
  const refused = await guess('192.0.2.9')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/html; charset=utf-8',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.body).toContain('name="robots" content="noindex"')
  const other = await guess('192.0.2.10')
  expect([other.statusCode, other.headers['retry-after']]).toEqual([404, undefined])
})
