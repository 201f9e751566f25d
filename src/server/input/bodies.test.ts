import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

const seed = 20_261_121
const mebibyte = 1024 * 1024

let shop: TestShop
let port: number
let mug: string

beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

/** The bytes as they are; what is answered until the server ends the connection. */
async function send(headers: string[], body: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  const head = [
    `POST ${shopPrefix}/cart HTTP/1.1`,
    'Host: shop.test',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const answer = await text(socket)
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(answer)?.[1])
  return { status, body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) }
}
const cartLines = () =>
  shop.database.pool.query('select * from cart_lines').then(({ rowCount }) => rowCount)

describe('the type of a body', () => {
  const good = () => JSON.stringify({ data: { product_id: mug, qty: 1 } })
  const faulty = () => JSON.stringify({ data: { product_id: mug, qty: true } })

  it.each([
    [[]],
    [['Content-Type:']],
    [['Content-Type: text/plain']],
    [['Content-Type: application/json garbage']],
    [['Content-Type: application/jsonp']],
    [['Content-Type: application/json-patch+json']],
    [['Content-Type: application/json; charset=utf-7']],
    [['Content-Type: application/json; charset="UTF-16"']],
    [['Content-Type: application/json;charset=utf-8;charset=utf-7']],
    [['Content-Type: application/json', 'Content-Encoding: gzip']],
    [['Content-Type: application/json', 'Content-Encoding: identity, br']],
    [['Content-Type: application/x-www-form-urlencoded']],
    [['Content-Type: text/plain; application/json']],
    [['Content-Type: application/\u0000json']],
  ])('A13 %j is refused, and nothing of its body is believed', async (headers) => {
    const before = await cartLines()
    const answer = await send(headers, good())
    expect([400, 415]).toContain(answer.status)
    expect(answer.body).toMatchObject({ success: false })
    if (!headers.join().includes('\u0000')) expect(answer.status).toBe(415)
    expect(await cartLines()).toBe(before)
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON; CHARSET="UTF-8"',
    'application/json;\tx',
    'application/json ;x=y',
    'application/json\t',
  ])('A13 validation is not skipped for "%s"', async (type) => {
    const before = await cartLines()
    const answer = await send([`Content-Type: ${type}`], faulty())
    expect([400, 415]).toContain(answer.status)
    expect(await cartLines()).toBe(before)
    expect((await send([`Content-Type: ${type}`], gzipSync(good()))).status).toBeGreaterThan(399)
  })
})

describe('any JSON', () => {
  const names = fc.constantFrom(
    ...['data', 'product_id', 'qty', '__proto__', 'constructor', 'prototype', 'toString', 'length'],
    ...['hasOwnProperty', 'then', 'toJSON', 'valueOf', 'x'],
  )
  const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.oneof(fc.integer(), fc.string({ unit: 'binary', maxLength: 4 }), fc.constant(null)),
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.array(fc.tuple(names, tie('tree')), { maxLength: 4 }).map((pairs) => new Pairs(pairs)),
    ),
  }))

  it('A4 A14 never touches a prototype, is never a fault of ours, and adds what it says or nothing (seed 20261121)', async () => {
    const untouched = Object.getOwnPropertyNames(Object.prototype).length
    await fc.assert(
      fc.asyncProperty(tree, async (body) => {
        const before = await cartLines()
        const answer = await shop.app.inject({
          method: 'POST',
          url: `${shopPrefix}/cart`,
          headers: { 'content-type': 'application/json' },
          payload: written(body),
        })
        expect([400, 404]).toContain(answer.statusCode)
        expect(answer.json()).toMatchObject({ success: false })
        expect(await cartLines()).toBe(before)
        expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(untouched)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('A14 of a key that comes several times the last one counts, wherever it stands (seed 20261121)', async () => {
    const quantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(quantities, fc.boolean(), async (qty, isWrapper) => {
        const one = (value: number) => `{"product_id":"${mug}","qty":${value}}`
        const payload = isWrapper
          ? `{${qty.map((value) => `"data":${one(value)}`).join(',')}}`
          : `{"data":{"product_id":"${mug}",${qty.map((value) => `"qty":${value}`).join(',')}}}`
        const headers = { 'content-type': 'application/json' }
        const url = `${shopPrefix}/cart`
        const answer = await shop.app.inject({ method: 'POST', url, headers, payload })
        expect(answer.json().data.qty).toBe(qty.at(-1))
      }),
      { seed, numRuns: 50 },
    )
  })

  it('A14 1 MiB is read, and one byte more is not', async () => {
    const body = (bytes: number) => {
      const frame = JSON.stringify({ data: { product_id: mug, qty: 1 }, x: '' })
      return frame.replace('"x":""', `"x":"${'x'.repeat(bytes - frame.length)}"`)
    }
    const type = ['Content-Type: application/json']
    expect((await send(type, body(mebibyte))).status).toBe(200)
    const before = await cartLines()
    expect((await send(type, body(mebibyte + 1))).status).toBe(413)
    expect(await cartLines()).toBe(before)
  })

  it.each(['array', 'object'])(
    'A14 20 levels of %s are read, 40 and more are not',
    async (kind) => {
      const nest = (levels: number) =>
        kind === 'array'
          ? '['.repeat(levels) + ']'.repeat(levels)
          : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      const body = (levels: number) =>
        `{"data":{"product_id":"${mug}","qty":1},"x":${nest(levels)}}`
      const type = ['Content-Type: application/json']
      expect((await send(type, body(20))).status).toBe(200)
      for (const levels of [40, 10_000, 100_000]) {
        expect((await send(type, body(levels))).status).toBe(400)
      }
    },
  )
})

/** An object as pairs, because an object cannot hold a key twice nor `__proto__`. */
class Pairs {
  readonly pairs: readonly (readonly [string, unknown])[]
  constructor(pairs: readonly (readonly [string, unknown])[]) {
    this.pairs = pairs
  }
}

function written(value: unknown): string {
  if (value instanceof Pairs) {
    return `{${value.pairs.map(([name, entry]) => `${JSON.stringify(name)}:${written(entry)}`).join(',')}}`
  }
  return Array.isArray(value) ? `[${value.map(written).join(',')}]` : JSON.stringify(value)
}

describe('ids in an address', () => {
  const ids = [
    ...[
      '..%2fadmin%2fproducts',
      '%2e%2e',
      '%2e%2e%2fadmin%2fproducts',
      '%00',
      'a%00b',
      '%ff',
      '%',
      '%zz',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '圖',
      '%E5%9C%96',
      '%F0%9F%98%80',
      "'%20or%201=1--",
    ],
    ...[
      'x'.repeat(250),
      'x'.repeat(10_000),
      '%25%32%65',
      '-',
      '*',
      '%0d%0aX-Set:1',
      '%u002e',
      ';a=b',
    ],
  ]

  it.each(ids.map((id) => [id.slice(0, 32), id]))(
    'A12 %s is unknown or refused, for every call that takes an id',
    async (_, id) => {
      await shop.app.ready()
      const calls = Object.entries(shop.app.swagger().paths ?? {})
        .filter(([path]) => path.includes('{id}'))
        .flatMap(([path, methods]) =>
          Object.keys(methods ?? {}).map((method) => [path, method] as const),
        )
      expect(calls.length).toBeGreaterThan(8)
      const member = await shop.member()
      for (const [path, method] of calls) {
        const answer = await member.inject({
          method: method.toUpperCase() as 'GET',
          url: path.replace('{id}', encodeURI(id).replaceAll('%25', '%')),
          ...(method === 'put' && { payload: { data: { qty: 1 } } }),
        })
        // An endpoint of the back office tells nothing to a caller without a token.
        const expected = path.includes('/admin/') ? [400, 401, 404, 414] : [400, 404, 414]
        expect([expected, `${method} ${path}`]).toEqual([
          expect.arrayContaining([answer.statusCode]),
          `${method} ${path}`,
        ])
        expect(answer.headers).not.toHaveProperty('x-set')
      }
    },
  )
})
