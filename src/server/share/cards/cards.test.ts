import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CardContent, shopCard } from '#contract/card.ts'
import { defaultShownBrand } from '#contract/settings.ts'
import { products } from '../../db/tables/catalog.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../../testing/test-campaigns.ts'
import { noise } from '../../testing/test-pictures.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { createPicture } from '../../uploads/picture.ts'
import { createPictureStore } from '../../uploads/picture-store.ts'
import { createCardFont } from './card-font.ts'
import { balanceText, wrapText } from './card-text.ts'
import { cardSvg, drawCard } from './draw-card.ts'

const font = createCardFont()
const noHash = '0'.repeat(16)
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { WRITE_LIMITS: '1' } })
})
afterAll(() => shop.close())

const ask = async (url: string, remoteAddress = '127.0.0.1') => {
  const { statusCode, headers, rawPayload } = await shop.app.inject({ url, remoteAddress })
  return { status: statusCode, headers, bytes: rawPayload, location: String(headers.location) }
}
/** Where the card of a subject is now. */
const addressOf = async (subject: string) => (await ask(`/cards/${subject}-${noHash}.jpg`)).location

/** A picture that compresses badly, among the shop's own. */
async function storedPicture(): Promise<string> {
  const { name, files } = await createPicture(await noise(900, 900).png().toBuffer())
  const store = createPictureStore(shop.config)
  for (const file of files) await store.put(file)
  return `/uploads/${name}`
}

it('the card of a product is a picture of the right size at an address of its content (META-15, META-17)', async () => {
  const id = await shop.product({ imageUrl: await storedPicture(), title: '圓肚陶座亞麻檯燈' })
  const address = await addressOf(`product/${id}`)
  expect(address).toMatch(new RegExp(`^/cards/product/${id}-[0-9a-f]{16}\\.jpg$`))
  const card = await ask(address)
  expect(card.status).toBe(200)
  expect(card.headers['content-type']).toBe('image/jpeg')
  expect(card.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { format, width, height } = await sharp(card.bytes).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1200, 630])
  expect(card.bytes.length).toBeLessThan(300_000)

  const { db } = shop.database
  await db.update(products).set({ price: 77 }).where(eq(products.id, id))
  await expect.poll(() => addressOf(`product/${id}`)).not.toBe(address)
  const old = await ask(address)
  expect([old.status, old.location]).toEqual([302, await addressOf(`product/${id}`)])
  expect((await ask(old.location)).bytes.equals(card.bytes)).toBe(false)

  await db.update(products).set({ isEnabled: false }).where(eq(products.id, id))
  await expect.poll(async () => (await ask(address)).status).toBe(404)
  for (const unknown of [
    `product/-unknown-${noHash}.jpg`,
    `product/%00-${noHash}.jpg`,
    `product/${id}.jpg`,
    `group/ABCDEFGH-${noHash}.jpg`,
    `campaign/x-${noHash}.jpg`,
    'others/x.jpg',
  ]) {
    expect([400, 404], unknown).toContain((await ask(`/cards/${unknown}`)).status)
  }
  const own = await ask('/cards/shop.jpg')
  expect([own.status, own.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
})

it('the card of a shared variant has its picture and price, and is drawn like any other (VAR-08)', async () => {
  const own = await storedPicture()
  const owner = await openAdministrator(shop)
  const { body } = await owner.post('/admin/product', {
    ...{
      title: '蝦餅',
      category: '零食',
      unit: '包',
      origin_price: 120,
      price: 120,
      is_enabled: 1,
    },
    imageUrl: await storedPicture(),
    options: [{ name: '口味', values: ['原味', '辣味'] }],
    variants: [
      { option_values: ['原味'], price: 120 },
      { option_values: ['辣味'], price: 150, imageUrl: own },
    ],
  })
  const { id, variants } = body.product
  const asked = (v: string) => ask(`/cards/product/${id}-${noHash}.jpg?v=${v}`)
  const [plain, hot, unknown] = await Promise.all(['', variants[1].id, 'unknown'].map(asked))
  expect(hot?.location).toMatch(new RegExp(`^/cards/product/${id}-[0-9a-f]{16}\\.jpg\\?v=`))
  const file = (reply: typeof plain) => reply?.location.split('?')[0]
  expect(file(unknown)).toBe(file(plain))
  const [card, other] = await Promise.all([ask(hot?.location ?? ''), ask(plain?.location ?? '')])
  expect([card.status, card.bytes.equals(other.bytes)]).toEqual([200, false])
})

it('the card of a group changes with what is missing (META-15, META-17)', async () => {
  const campaign = await openCampaign(shop)
  const before = await addressOf(`group/${campaign.code}`)
  expect((await ask(before)).status).toBe(200)
  const member = await openParticipant(shop)
  await member.post(`/group/${campaign.code}/participation`, joinData(campaign, [8]))
  await expect.poll(() => addressOf(`group/${campaign.code}`)).not.toBe(before)
  expect((await ask(before)).status).toBe(302)
})

it('a card has the picture, the name, the price and what is missing on it (META-15)', async () => {
  const picture = await sharp({
    create: { width: 400, height: 700, channels: 3, background: '#0000ff' },
  })
    .jpeg()
    .toBuffer()
  const content: CardContent = {
    shop: 'MinMin 團購',
    title: '高山茶',
    price: 'NT$90',
    lowest: '最低可到 NT$80',
    badge: { text: '還差 2 份成團', tone: 'accent' },
  }
  const full = await pixels(await drawCard(font, content, picture))
  const at = (x: number, y: number) => [
    ...full.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3),
  ]
  const [red = 0, green = 0, blue = 0] = at(900, 300)
  expect(red + green).toBeLessThan(40)
  expect(blue).toBeGreaterThan(230)
  for (const [part, area] of Object.entries({
    title: { top: 165, height: 60 },
    price: { top: 340, height: 60 },
    lowest: { top: 408, height: 40 },
    badge: { top: 458, height: 64 },
  })) {
    const { [part as keyof CardContent]: _, ...others } = content
    const without = await pixels(
      await drawCard(font, { title: '', ...others } as CardContent, picture),
    )
    expect(changed(full, without, area), part).toBeGreaterThan(500)
  }
})

it('a card wears the colours of the shop, and its logo in place of a picture (DOOR-10)', async () => {
  const logo = sharp({
    create: { width: 60, height: 20, channels: 4, background: '#0000ff' },
  }).png()
  const content: CardContent = {
    shop: '小農',
    title: '小農市集',
    logo: 'a-60x20.png',
    colors: { accent: '#1d4ed8', paper: '#eefbf3' },
  }
  const own = await pixels(await drawCard(font, content, await logo.toBuffer()))
  const at = (x: number, y: number) => [...own.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)]
  const isNear = (pixel: number[], wanted: number[]) =>
    pixel.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12)
  expect(isNear(at(10, 10), [0xee, 0xfb, 0xf3])).toBe(true)
  expect(isNear(at(80, 65), [0x1d, 0x4e, 0xd8])).toBe(true)
  // On the ground of the card, which shows through it.
  const [red = 255, , blue = 0] = at(885, 315)
  expect([red < 12, blue > 200]).toEqual([true, true])
  // A whole logo: above and below it is ground.
  expect(isNear(at(885, 120), [0, 0, 255])).toBe(false)

  const site = {
    own: '',
    shop: '小農',
    brand: { ...defaultShownBrand, logo: '/uploads/a-60x20.png' },
  }
  expect(shopCard(site)).toEqual({ shop: '小農', title: '小農', logo: 'a-60x20.png' })
  const hero = { ...site.brand.home.hero, picture: `/uploads/${'a'.repeat(32)}-2000x900.jpg` }
  const withHero = (values: object) => ({
    ...site,
    brand: { ...site.brand, home: { ...site.brand.home, hero: { ...hero, ...values } } },
  })
  expect(shopCard(withHero({}))).toEqual({
    ...{ shop: '小農', title: '小農', picture: `${'a'.repeat(32)}-2000x900.jpg` },
  })
  const phone_picture = `/uploads/${'b'.repeat(32)}-900x1000.jpg`
  expect(shopCard(withHero({ phone_picture })).picture).toBe(`${'b'.repeat(32)}-900x1000.jpg`)
  expect(shopCard(withHero({ picture: 'theme:hero' })).logo).toBe('a-60x20.png')
})

it('a picture that cannot be read leaves the card of one without a picture (META-15)', async () => {
  const content: CardContent = { shop: 'MinMin 團購', title: '高山茶', price: 'NT$90' }
  const bare = await drawCard(font, content, undefined)
  expect((await drawCard(font, content, Buffer.from('no picture'))).equals(bare)).toBe(true)
})

it('no line of a title ends with an opening bracket or begins with a closing one (META-16)', async () => {
  const title = '炭黑陶壺泡茶組（一壺二杯＋木托盤）'
  for (let width = 104; width < 900; width += 26) {
    for (const { text } of await wrapText(font, title, { size: 52, width, lines: 20 })) {
      expect(text).not.toMatch(/（$|^）/)
    }
  }
})

it('the lines of a title that stands alone are about as long (META-16)', async () => {
  const place = { size: 64, width: 466, lines: 2 }
  for (const [title, ...lines] of [
    ['軟綿綿的第一件衣服', '軟綿綿的', '第一件衣服'],
    ['坪林的茶，當季手採', '坪林的茶，', '當季手採'],
    ['MinMin 團購', 'MinMin 團購'],
  ] as const) {
    const shown = await balanceText(font, title, place)
    expect(shown.map(({ text }) => text)).toEqual(lines)
  }
  const [, cut] = await balanceText(font, '春夏秋冬'.repeat(9), place)
  expect(cut?.text).toMatch(/…$/)
})

it('cards bring their own font, and what it has not stops nothing (META-16)', async () => {
  for (const character of '檯燈團購還差份成截止龘ＮＴ$1,200：「」…') {
    const glyph = await font(character)
    expect(glyph?.path.length, character).toBeGreaterThan(10)
  }
  expect(await font('😀')).toBeUndefined()
  const title = '秋茶團購阿里山高山烏龍 Bluetooth '.repeat(8).slice(0, 200)
  const lines = await wrapText(font, title, { size: 52, width: 460, lines: 2 })
  expect(lines).toHaveLength(2)
  expect(lines[1]?.text).toMatch(/[^ ]…$/)
  for (const { width } of lines) {
    expect(width).toBeLessThanOrEqual(460)
  }
  const oneWord = await wrapText(font, 'x'.repeat(200), { size: 52, width: 460, lines: 2 })
  expect(oneWord.map(({ width }) => width <= 460)).toEqual([true, true])
  expect(await wrapText(font, '茶杯', { size: 52, width: 460, lines: 2 })).toHaveLength(1)
  // Outlines, which a machine without any font draws alike.
  const svg = await cardSvg(font, { shop: 'MinMin', title, price: 'NT$1' }, true)
  expect(svg).not.toMatch(/<text|font-/)
  expect((await drawCard(font, { shop: '😀', title: '😀' }, undefined)).length).toBeGreaterThan(0)
})

it.each([
  ['a rare character', '𠮷野家', '吉野家'],
  ['Hangul', '김치鍋', '鍋'],
  ['Thai', 'ผัดไทย 河粉', '河粉'],
  ['an emoji of several', '秋茶👩‍👧', '秋茶'],
])(
  'a card shows every character of a title or none of it: %s (MEND-79)',
  async (_, title, part) => {
    const drawn = (text: string) => wrapText(font, text, { size: 52, width: 460, lines: 3 })
    expect(await drawn(title)).toEqual([])
    expect((await drawn(part))[0]?.text).toBe(part)
    // A character without a form of its own takes none away.
    expect((await drawn(`${part}\u{fe0f}\u200d`))[0]?.text).toBe(part)
    const [card, without] = await Promise.all(
      [title, ''].map((one) => cardSvg(font, { shop: 'MinMin', title: one, price: 'NT$1' }, false)),
    )
    expect(card).toBe(without)
  },
)

it('no address that a product names is asked for anything (META-18)', async () => {
  let asked = 0
  const other = createServer((_, response) => {
    asked++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { pathname } = new URL(await storedPicture(), 'http://x')
  const id = await shop.product({ imageUrl: `http://127.0.0.1:${port}${pathname}` })
  const bare = await shop.product({ imageUrl: '' })
  const [foreign, none] = await Promise.all(
    [id, bare].map(async (one) => ask(await addressOf(`product/${one}`))),
  )
  expect(asked).toBe(0)
  expect(foreign?.status).toBe(200)
  expect(none && foreign?.bytes.equals(none.bytes)).toBe(true)
  other.close()
})

it('two cards are drawn at a time and 50 wait, more of a network are 503 (META-19, SAFE-04)', async () => {
  const addresses = await Promise.all(
    Array.from({ length: 61 }, async (_, index) => {
      const id = await shop.product({ title: `杯 ${index}` })
      return addressOf(`product/${id}`)
    }),
  )
  const answers = await Promise.all(
    addresses.map((address, index) => ask(address, index === 60 ? '192.0.2.1' : '192.0.2.2')),
  )
  expect(answers.at(-1)?.status).toBe(200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(52)
  expect(refused).toHaveLength(9)
  for (const { headers } of refused) expect(headers['retry-after']).toBe('5')
  // Drawn cards are there, and refused ones are drawn now.
  for (const address of addresses) expect((await ask(address)).status).toBe(200)
})

async function pixels(card: Buffer): Promise<Buffer> {
  return sharp(card).removeAlpha().raw().toBuffer()
}

/** How many pixels of the left part differ clearly. */
function changed(a: Buffer, b: Buffer, { top, height }: { top: number; height: number }): number {
  let count = 0
  for (let y = top; y < top + height; y++) {
    for (let x = 0; x < 560; x++) {
      const at = (y * 1200 + x) * 3
      if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 60) count++
    }
  }
  return count
}
