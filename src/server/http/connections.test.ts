import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { orders } from '../db/tables/orders.ts'
import { takenPlaces } from '../metrics/metrics.ts'
import { countWaiting } from '../testing/database/count-waiting.ts'
import { listen, openRaw, readAnswer } from '../testing/doubles/raw-socket.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openTestShop({
    env: { HEADERS_TIMEOUT: '1', BODY_TIMEOUT: '1', IDLE_TIMEOUT: '4' },
  })
  port = await listen(shop.app)
})
afterAll(() => shop.close())

const order = `${shopPrefix}/order`
const payload = JSON.stringify({ data: orderData })
const size = Buffer.byteLength(payload)
const json = 'Content-Type: application/json'

describe('requests that are read in two ways', () => {
  const chunked = `${size.toString(16)}\r\n${payload}\r\n0\r\n\r\n`

  it.each([
    ['a length and chunks', [`Content-Length: ${size}`, 'Transfer-Encoding: chunked'], chunked],
    ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked],
    ['two codings in one', ['Transfer-Encoding: chunked, identity'], chunked],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], chunked],
    ['a space before the colon', ['Transfer-Encoding : chunked'], chunked],
    ['two lengths', [`Content-Length: ${size}`, `Content-Length: ${size + 1}`], payload],
    ['a signed length', [`Content-Length: +${size}`], payload],
    ['a folded header', [`Content-Length: ${size}`, 'X-A: b\r\n c'], payload],
    ['a NUL in a header', [`Content-Length: ${size}`, 'X-A: b\0c'], payload],
    ['a bare CR', [`Content-Length: ${size}\rX-A: b`], payload],
    ['two hosts', [`Content-Length: ${size}`, 'Host: evil.example'], payload],
    ['a chunk with a bare LF', ['Transfer-Encoding: chunked'], chunked.replace('\r\n', '\n')],
  ])('F8 %s: 400, and the connection is closed', async (_, headers, body) => {
    const lines = [`POST ${order} HTTP/1.1`, 'Host: shop.test', json, ...headers]
    const { untilClosed } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
    const { status, head, body: reply } = readAnswer(await untilClosed)
    expect(status).toBe(400)
    expect(head).toContain('connection: close')
    expect(reply).toMatchObject({ success: false, message: '輸入的資料格式有誤' })
    expect(await shop.database.db.$count(orders)).toBe(0)
  })

  it.each([
    ['lines that end in LF', `DELETE ${shopPrefix}/carts HTTP/1.1\nHost: shop.test\n\n`],
    ['no host', `DELETE ${shopPrefix}/carts HTTP/1.0\r\n\r\n`],
    ['a host with a path', `DELETE ${shopPrefix}/carts HTTP/1.1\r\nHost: a/b\r\n\r\n`],
    ['a host with a space', `DELETE ${shopPrefix}/carts HTTP/1.1\r\nHost: a b\r\n\r\n`],
    ['a whole address', `GET http://evil.example/v2/api HTTP/1.1\r\nHost: shop.test\r\n\r\n`],
    ['a version of its own', `GET / HTTP/2.0\r\nHost: shop.test\r\n\r\n`],
    ['an unknown method', `BREW / HTTP/1.1\r\nHost: shop.test\r\n\r\n`],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
  ])('F8 %s: 400, and the connection is closed', async (_, request) => {
    const { untilClosed } = await openRaw(port, request)
    const { status, body } = readAnswer(await untilClosed)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, message: '輸入的資料格式有誤' })
  })

  it('F8 F7 headers over 16 kB are refused with 431', async () => {
    const header = `X-A: ${'a'.repeat(17_000)}`
    const { untilClosed } = await openRaw(port, `GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`)
    expect(readAnswer(await untilClosed)).toMatchObject({ status: 431, body: { success: false } })
  })

  it('F8 what follows a refused request on its connection is not read', async () => {
    const smuggled = `DELETE ${shopPrefix}/carts HTTP/1.1\r\nHost: shop.test\r\n\r\n`
    const lines = [`POST ${order} HTTP/1.1`, 'Host: a', 'Host: b', json, 'Content-Length: 2']
    const { untilClosed } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n{}${smuggled}`)
    expect((await untilClosed).match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  it.each(['TRACE', 'PATCH', 'OPTIONS'])(
    'F7 %s is answered 404, and does nothing',
    async (verb) => {
      const head = `${verb} ${shopPrefix}/carts HTTP/1.1\r\nHost: shop.test\r\nConnection: close`
      const { untilClosed } = await openRaw(port, `${head}\r\nX-Mark: echo-me\r\n\r\n`)
      const text = await untilClosed
      expect(text).toMatch(/^HTTP\/1\.1 404 /)
      expect(text).not.toContain('echo-me')
    },
  )

  it('F7 HEAD answers as GET does, without the body', async () => {
    const head = `HEAD ${shopPrefix}/products HTTP/1.1\r\nHost: shop.test\r\nConnection: close`
    const { untilClosed } = await openRaw(port, `${head}\r\n\r\n`)
    const { status, head: headers, body } = readAnswer(await untilClosed)
    expect([status, body]).toEqual([200, ''])
    expect(headers).toContain('content-type: application/json; charset=utf-8')
  })
})

describe('slow connections', () => {
  const timedOut = {
    success: false,
    message: '連線逾時，請再試一次',
    code: 'REQUEST_TIMEOUT',
  }

  it('G2 headers that do not end are cut with 408', async () => {
    const { untilClosed, socket } = await openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n')
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 100)
    const { status, body } = readAnswer(await untilClosed)
    clearInterval(drip)
    expect([status, body]).toEqual([408, timedOut])
  })

  it('G2 a connection that says nothing is cut', async () => {
    const { untilClosed } = await openRaw(port, '')
    expect(readAnswer(await untilClosed).status).toBe(408)
  })

  it('G2 a body that drips is cut with 408', async () => {
    const lines = [`POST ${order} HTTP/1.1`, 'Host: a', json, `Content-Length: ${size}`]
    const { untilClosed, socket } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n{`)
    const drip = setInterval(() => socket.write(' '), 100)
    const { status, body } = readAnswer(await untilClosed)
    clearInterval(drip)
    expect([status, body]).toEqual([408, timedOut])
  })

  it.each([
    ['refused by its type', `POST ${order}`, 'Content-Type: text/plain'],
    ['of no meaning', `DELETE ${shopPrefix}/carts`, 'X-A: b'],
    ['of an unknown call', `POST ${shopPrefix}/nothing`, json],
  ])('G2 H9 a body %s, that never comes, is cut and harms nobody', async (_, start, header) => {
    const lines = [`${start} HTTP/1.1`, 'Host: a', header, 'Content-Length: 100']
    const faults: Error[] = []
    const note = (error: Error) => faults.push(error)
    process.on('uncaughtException', note)
    const { untilClosed, socket } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n{`)
    const drip = setInterval(() => socket.write(' '), 100)
    await untilClosed
    clearInterval(drip)
    process.off('uncaughtException', note)
    expect(faults).toEqual([])
  })

  it('G2 idle and dripping connections in their hundreds keep nobody waiting', async () => {
    const slow = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        openRaw(port, index % 2 ? '' : 'GET / HTTP/1.1\r\n'),
      ),
    )
    const request = `GET ${shopPrefix}/cart HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    const { untilClosed } = await openRaw(port, request)
    expect(readAnswer(await untilClosed).status).toBe(200)
    const answers = await Promise.all(slow.map((connection) => connection.untilClosed))
    expect(new Set(answers.map((text) => readAnswer(text).status))).toEqual(new Set([408]))
  })

  it('G2 an upload of the administrator may take longer than any other body', async () => {
    const { token } = await openAdministrator(shop)
    const lines = [
      `POST ${shopPrefix}/admin/upload HTTP/1.1`,
      'Host: a',
      `Authorization: ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ]
    const { untilClosed, socket } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n`)
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    // Twice what another body may take, and never still.
    for (let step = 0; step < 20; step++) {
      await delay(100)
      socket.write('1\r\na\r\n')
    }
    socket.write('7\r\n\r\n--x--\r\n0\r\n\r\n')
    const { status, body } = readAnswer(await untilClosed)
    expect([status, body]).toMatchObject([400, { success: false, message: '檔案格式錯誤' }])
  })

  it('closes a connection with more than a handful of unanswered requests (SAFE-01)', async () => {
    const request = `GET ${shopPrefix}/cart HTTP/1.1\r\nHost: a\r\n\r\n`
    const { untilClosed } = await openRaw(port, request.repeat(50))
    const answers = (await untilClosed).split('HTTP/1.1 ').length - 1
    expect(answers).toBeLessThanOrEqual(8)
    expect(shop.app.server.listening).toBe(true)
  })

  it('answers a few pipelined requests one after the other, in their order (SAFE-01)', async () => {
    const paths = ['/cart', '/products', '/nothing', '/orders']
    const requests = paths.map(
      (path) => `GET ${shopPrefix}${path} HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n`,
    )
    const last = `GET ${shopPrefix}/cart HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    const { untilClosed } = await openRaw(port, `${requests.join('')}${last}`)
    const statuses = (await untilClosed).match(/HTTP\/1\.1 [0-9]{3}/g)
    expect(statuses).toEqual([200, 200, 404, 200, 200].map((status) => `HTTP/1.1 ${status}`))
  })

  it('G2 who does not read the answer is cut', async () => {
    // More than the buffers of a socket hold: lists carry 2,000 characters of a description.
    const description = '很長的說明'.repeat(400)
    for (let made = 0; made < 500; made += 50) {
      await Promise.all(Array.from({ length: 50 }, () => shop.product({ description })))
    }
    const request = `GET ${shopPrefix}/products/all HTTP/1.1\r\nHost: a\r\n\r\n`
    const taken = once(shop.app.server, 'connection')
    const { socket } = await openRaw(port, '')
    const [served] = await taken
    socket.pause()
    socket.write(request.repeat(5))
    await once(served, 'close')
    expect(served.bytesWritten).toBeGreaterThan(0)
    socket.destroy()
  })
})

it('keeps no place for an upload whose client left while it was judged (MEND-51)', async () => {
  const admin = await openAdministrator(shop)
  const lines = [
    `POST ${shopPrefix}/admin/upload HTTP/1.1`,
    ...['Host: shop.test', `Authorization: ${admin.token}`, 'Content-Length: 5000'],
    'Content-Type: multipart/form-data; boundary=b',
  ]
  const holder = await shop.database.pool.connect()
  const hasLeft = Promise.withResolvers<void>()
  shop.app.server.once('request', (_, response) => response.once('close', () => hasLeft.resolve()))
  try {
    await holder.query('begin; lock table admin_sessions in access exclusive mode')
    const { socket } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n--b\r\n`)
    await expect.poll(() => countWaiting(holder)).toBeGreaterThan(0)
    socket.resetAndDestroy()
    await hasLeft.promise
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  // One that may upload comes after it in the same queue.
  await admin.get('/admin/me')
  await expect.poll(() => takenPlaces()).toBe(0)
})

it('logs a connection that is reset below info, and keeps no place for it (MEND-60)', async () => {
  const told: string[] = []
  const { log } = shop.app
  const tell = (level: string) => (_: unknown, text?: string) => void told.push(`${level} ${text}`)
  for (const level of ['info', 'warn', 'error', 'fatal'] as const) {
    const spy = vi.spyOn(log, level).mockImplementation(tell(level))
    onTestFinished(() => spy.mockRestore())
  }
  const debug = vi.spyOn(log, 'debug')
  const admin = await openAdministrator(shop)
  const upload = 'Content-Type: multipart/form-data; boundary=b'
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx'
  const halves = [
    [`POST ${order} HTTP/1.1`, [json], '{"data":'],
    [`PUT ${shopPrefix}/cart/x HTTP/1.1`, [json], '{'],
    [
      'POST /v2/gateway/ecpay/notify HTTP/1.1',
      ['Content-Type: application/x-www-form-urlencoded'],
      'a',
    ],
    ['POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin HTTP/1.1', [json], '{'],
    [`POST ${shopPrefix}/admin/upload HTTP/1.1`, [upload, `Authorization: ${admin.token}`], file],
    [`GET ${shopPrefix}/products HTTP/1.1`, [], ''],
  ] as const
  const answered = vi.fn()
  const reading = new EventEmitter()
  shop.app.server.on('request', (request, response) => {
    response.once('close', answered)
    request.once('resume', () => reading.emit('begun'))
    if (request.method === 'GET') reading.emit('begun')
  })
  for (const [line, headers, body] of halves) {
    const lines = [line, 'Host: shop.test', ...headers, ...(body && ['Content-Length: 5000'])]
    const begun = once(reading, 'begun')
    const { socket } = await openRaw(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
    await begun
    socket.resetAndDestroy()
  }
  await expect.poll(() => answered.mock.calls.length).toBe(halves.length)
  await expect.poll(() => takenPlaces()).toBe(0)
  await expect
    .poll(() => debug.mock.calls)
    .toContainEqual([expect.anything(), 'the client has gone'])
  expect(told).toEqual([])
})
