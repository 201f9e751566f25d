import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { storedPicture } from './picture-address.ts'

const seed = 20_261_121
const maxPrice = 2_147_483_647

let shop: TestShop
let admin: TestAdministrator

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const lamp = { title: '燈', category: '燈飾', unit: '盞', origin_price: 1_200, price: 980 }

/** The number that a liberal field holds; undefined when it is none. */
function wholeOf(value: unknown, maximum: number): number | undefined {
  const number = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  const isRight = Number.isInteger(number) && Number(number) >= 0 && Number(number) <= maximum
  return isRight ? Number(number) + 0 : undefined
}

const amount = fc.oneof(
  fc.integer({ min: -3, max: maxPrice }),
  fc.constantFrom(0, -0, -1, 1e15, 1.5, maxPrice, maxPrice + 1, 2 ** 53, 1e21),
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 7 ',
    '7 ',
    '',
    '99999999999999999',
    '007',
    '2147483647',
    '2147483648',
  ),
  fc.jsonValue({ maxDepth: 1 }),
)

describe('any product', () => {
  it('A9 is stored with whole prices from 0 on, or refused by field and not stored (seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(amount, amount, async (price, origin_price) => {
        const before = await shop.database.db.$count(products)
        const { status, body } = await admin.post('/admin/product', {
          ...lamp,
          price,
          origin_price,
        })
        const expected = {
          price: wholeOf(price, maxPrice),
          origin_price: wholeOf(origin_price, maxPrice),
        }
        const faulty = Object.entries(expected).filter(([, value]) => value === undefined)
        if (faulty.length === 0) {
          expect([status, body.product.price, body.product.origin_price]).toEqual([
            200,
            expected.price,
            expected.origin_price,
          ])
        } else {
          expect(status).toBe(400)
          const refusedFields = body.message.map((text: string) => text.trim().split(' ')[0])
          expect(refusedFields.length).toBeGreaterThan(0)
          for (const field of refusedFields) expect(faulty.map(([name]) => name)).toContain(field)
        }
        const stored = (await shop.database.db.$count(products)) - before
        expect(stored).toBe(faulty.length === 0 ? 1 : 0)
      }),
      {
        seed,
        numRuns: propertyRuns(200),
        examples: [
          [100, 300],
          [300, 100],
          [-1, 0],
          [1e15, 1],
          [1.5, 1],
          ['2147483648', 1],
        ],
      },
    )
  })

  it('A9 is shown or hidden by 0, 1, true and false, and by nothing else (seed 20261121)', async () => {
    const flag = fc.oneof(
      fc.constantFrom(0, 1, '0', '1', true, false, 2, -1, 'true', 'on', ' 1', '01', null),
      fc.jsonValue({ maxDepth: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(flag, async (is_enabled) => {
        const { status, body } = await admin.post('/admin/product', { ...lamp, is_enabled })
        const isKnown = [0, 1, '0', '1', true, false].includes(is_enabled as number)
        expect(status).toBe(isKnown ? 200 : 400)
        if (isKnown) expect(body.product.is_enabled).toBe(Number(is_enabled))
      }),
      { seed, numRuns: propertyRuns(60) },
    )
  })
})

describe('any address of a picture', () => {
  const scheme = fc.constantFrom(
    ...[
      'https:',
      'http:',
      'HTTPS:',
      'javascript:',
      'JaVaScRiPt:',
      'data:',
      'vbscript:',
      'file:',
      '',
    ],
    ...['blob:', 'ftp:', 'java\nscript:', '\u0001javascript:', 'ws:', 'view-source:https:'],
  )
  const rest = fc.constantFrom(
    ...[
      '//x.example/a.jpg',
      '//user:secret@x.example/a',
      '//user@x.example',
      '//@x.example/',
      'alert(1)',
    ],
    ...['/uploads/a.jpg', '/uploads/../v2/logout', '//', '', 'image/svg+xml,<svg onload=alert(1)>'],
    ...['//x.example/\u0000', '//x.example/"onerror="alert(1)', '//[::1]/a', '//x.example:99999/a'],
  )
  const address = fc.oneof(
    fc.tuple(scheme, rest).map((parts) => parts.join('')),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  it('is stored as a path of the shop, http(s) without credentials, or empty (A9, seed 20261121)', () => {
    fc.assert(
      fc.property(address, (text) => {
        let stored: string
        try {
          stored = storedPicture(text, 'imageUrl', 'http://shop.test')
        } catch {
          return
        }
        if (stored === '') return
        const url = new URL(stored, 'http://shop.test')
        if (stored.startsWith('/')) expect(url.origin).toBe('http://shop.test')
        expect(url.protocol).toMatch(/^https?:$/)
        expect([url.username, url.password]).toEqual(['', ''])
        expect(stored).not.toMatch(/\p{Cc}/u)
      }),
      { seed, numRuns: 5_000 },
    )
    for (const url of [
      'https://x.example/a.jpg',
      'http://x.example/?a=1#b',
      '/uploads/a.jpg',
      '/圖/a.jpg',
    ]) {
      expect(storedPicture(url, 'imageUrl', 'http://shop.test')).toBe(url)
    }
  })

  it('keeps 20 further pictures and refuses the 21st (A9, seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 24 }), async (count) => {
        const imagesUrl = Array.from({ length: count }, (_, at) => `https://x.example/${at}.jpg`)
        const { status, body } = await admin.post('/admin/product', { ...lamp, imagesUrl })
        expect(status).toBe(count > 20 ? 400 : 200)
        if (count <= 20) expect(body.product.imagesUrl).toEqual(imagesUrl)
      }),
      { seed, numRuns: propertyRuns(20) },
    )
  })
})
