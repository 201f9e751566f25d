import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createLogo } from '../uploads/logo.ts'
import { toMaskable } from '../uploads/maskable-icon.ts'

let shop: TestShop
let admin: TestAdministrator
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'minmin-web-'))
  await mkdir(join(webDir, 'assets'))
  const head =
    '<script id="shop-config" type="application/json"></script><link rel="modulepreload" href="/assets/b.js"><link rel="stylesheet" href="/assets/a.css">'
  const script = '<script type="module" crossorigin src="/assets/a.js"></script>'
  await writeFile(
    join(webDir, 'index.html'),
    `<!doctype html><html lang="zh-Hant-TW"><head>${head}${script}</head><body><div id="root"></div></body></html>`,
  )
  await writeFile(join(webDir, 'worker.js'), 'const build = "/assets/a.js"')
  shop = await openTestShop({ env: { WEB_DIR: webDir } })
  admin = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(webDir, { recursive: true, force: true })
})

async function save(group: 'shop' | 'brand', changes: object): Promise<void> {
  const { settings } = (await admin.get('/admin/settings')).body
  const { version, values } =
    group === 'brand' ? (await admin.get('/admin/settings/brand')).body : settings.shop
  const data = { version, values: { ...values, ...changes } }
  expect((await admin.put(`/admin/settings/${group}`, data)).status).toBe(200)
}
const worker = () => shop.app.inject('/worker.js')

it('a shop that is not offered on phones has no page for offline, and takes its worker back (OPEN-06)', async () => {
  const { headers, body } = await worker()
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(body).toContain('registration.unregister()')
  expect(body).toContain('caches.delete')
  expect(body).not.toContain('fetch')
  expect((await shop.app.inject('/offline')).statusCode).toBe(404)
})

it('a shop on phones has its worker, and another one with another name (OPEN-06)', async () => {
  await save('shop', { on_phones: true })
  const { headers, body } = await worker()
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toContain('/assets/a.js')
  expect((await worker()).body).toBe(body)
  await save('shop', { name: '春日選物' })
  expect((await worker()).body).not.toBe(body)
})

it('the page for offline asks for its style sheets and for no script', async () => {
  await save('shop', { on_phones: true })
  const { statusCode, headers, body } = await shop.app.inject('/offline')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(body).toContain('/assets/a.css')
  expect(body).not.toMatch(/type="module"|modulepreload/)
})

it('the manifest is one that browsers install, with an icon of the logo for each shape', async () => {
  const manifest = async () => (await shop.app.inject('/manifest.webmanifest')).json()
  const shared = { id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'zh-Hant-TW' }
  const purposes = async () =>
    (await manifest()).icons.map((icon: { sizes: string; purpose?: string }) =>
      [icon.sizes, icon.purpose].join(' ').trim(),
    )
  expect(await manifest()).toMatchObject({ ...shared, name: '春日選物', short_name: '春日選物' })
  expect(await purposes()).toEqual(['192x192 any maskable', '512x512 any maskable', 'any'])
  await save('brand', { logo: `/uploads/${'a'.repeat(32)}-100x100.png` })
  expect(await purposes()).toEqual(['180x180', '192x192', '512x512', '512x512 maskable'])
})

it('a square logo stands within the circle that telephones leave of an icon', async () => {
  const red = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { files } = await createLogo(red)
  const icon = files.find(({ name }) => name.endsWith('-512.png'))
  if (!icon) throw new Error('no icon of 512 pixels')
  const { data, info } = await sharp(await toMaskable(icon.bytes))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([512, 512])
  let farthest = 0
  for (let at = 0; at < data.length; at += 3) {
    // Not white.
    if ((data[at + 1] ?? 0) > 200) continue
    const [x, y] = [(at / 3) % 512, Math.floor(at / 3 / 512)]
    farthest = Math.max(farthest, Math.hypot(x - 255.5, y - 255.5))
  }
  expect(farthest).toBeGreaterThan(150)
  expect(farthest).toBeLessThan(0.4 * 512 + 1)
})
