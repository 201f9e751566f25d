import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPublic } from './fetch-public.ts'

let server: Server
let own: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const url = new URL(request.url ?? '/', own)
    const to = url.searchParams.get('to')
    if (to) response.writeHead(302, { location: to }).end()
    else if (url.pathname === '/endless') response.write('x')
    else if (url.pathname === '/large') response.end(Buffer.alloc(2_000))
    else if (url.pathname === '/busy') response.writeHead(503).end()
    else if (url.pathname === '/none') response.writeHead(404).end()
    else response.setHeader('content-type', 'image/png').end('picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { timeoutMs: 2_000, maxBytes: 1_000 }
const near = (path: string, timeoutMs = limits.timeoutMs) =>
  fetchPublic(`${own}${path}`, { ...limits, timeoutMs, allowsPrivate: true })

it('refuses what is not public, by its number or by a name that stands for it, before it is called (OPEN-01)', async () => {
  const port = new URL(own).port
  for (const url of [
    ...['http://127.0.0.1/a.jpg', 'http://[::1]/a.jpg', 'http://2130706433/a.jpg'],
    ...['http://0x7f.1/a.jpg', 'http://169.254.169.254/latest', 'http://localhost/a.jpg'],
    ...[`http://localhost:${port}/`, 'ftp://example.com/a.jpg', 'file:///etc/passwd', 'x'],
    'http://user:word@example.com/a.jpg',
  ]) {
    expect([url, (await fetchPublic(url, limits)).type]).toEqual([url, 'refused'])
  }
  expect(asked).toEqual([])
})

it('follows a few redirects, and none into a private network (OPEN-01)', async () => {
  expect(await near(`/?to=${own}/a.png`)).toMatchObject({ type: 'reply', contentType: 'image/png' })
  expect((await near('/?to=/%3Fto=/%3Fto=/%3Fto=/')).type).toBe('refused')
  expect((await near('/?to=file:///etc/passwd')).type).toBe('refused')
})

it('has bounds of size and time, and tells what may come later from what never will (OPEN-01)', async () => {
  expect(await near('/large')).toEqual({ type: 'refused', reason: '檔案過大' })
  expect((await near('/endless', 300)).type).toBe('passing')
  expect((await near('/busy')).type).toBe('passing')
  expect((await near('/none')).type).toBe('refused')
})
