import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { test } from './support/test.ts'

/** A page of another origin, from a server: Playwright answers preflights itself where it routes. */
async function openForeignPage(): Promise<{ address: string; close(): void }> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>他站</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

test('a page of an allowed origin calls with whatever headers, by real preflights (MEND-01)', async ({
  page,
  baseURL,
}) => {
  const foreign = await openForeignPage()
  await page.goto(foreign.address)
  const answers = await page.evaluate(async (api) => {
    const call = async (method: string, path: string, headers: Record<string, string>) => {
      const response = await fetch(api + path, { method, headers, credentials: 'include' })
      return [response.status, response.headers.has('x-request-id')]
    }
    const headers = { 'cache-control': 'no-cache', pragma: 'no-cache', 'x-made-up': '1' }
    const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': 'a' }
    return [
      await call('GET', '/products', headers),
      await call('GET', '/cart', headers),
      await call('DELETE', '/carts', json),
    ]
  }, `${baseURL}/v2/api/shopping-minmin`)
  expect(answers).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
  foreign.close()
})
