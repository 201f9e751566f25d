import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultSettings, defaultShownBrand } from '#contract/settings.ts'
import { testConfig } from '../testing/test-config.ts'
import { openShopPage, serveFiles } from './pages.ts'

const script = 'export const words = "日常好物，一起買更好"\n'.repeat(50)
const { shop } = defaultSettings
const app = { current: Fastify() }
let config = testConfig()

let mails = false
const terms = { shipping: defaultSettings.shipping, methods: [] }
const look = { shop, brand: defaultShownBrand, terms }
const openPage = () =>
  openShopPage(
    config,
    () => ({ ...look, facts: { payments: 'demonstration' as const, canMail: mails } }),
    () => '',
  )
const home = async () => (await openPage())?.document({ status: 200, head: '' }) ?? ''

beforeEach(async () => {
  const webDir = mkdtempSync(join(tmpdir(), 'minmin-web-'))
  const file = join(webDir, 'assets/app-1a2b.js')
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(
    join(webDir, 'index.html'),
    '<head><title>MinMin 團購</title><script id="shop-config"></script></head><body><p>MinMin 團購</p></body>',
  )
  writeFileSync(file, script)
  writeFileSync(`${file}.br`, brotliCompressSync(script))
  writeFileSync(`${file}.gz`, gzipSync(script))
  app.current = Fastify()
  config = testConfig({ WEB_DIR: webDir })
  await serveFiles(app.current, config)
})
afterEach(() => app.current.close())

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])(
  'who accepts %s gets the script as the build wrote it (%s), for a year',
  async (accepted, encoding, open) => {
    const response = await app.current.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': accepted },
    })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toMatch(/accept-encoding/i)
    expect(response.headers['content-type']).toMatch(/javascript/)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(open(response.rawPayload).toString()).toBe(script)
  },
)

it.each(['/index.html', '/.vite/manifest.json'])(
  'what the build wrote for the server alone is no file: %s (PATH-08)',
  async (url) => {
    mkdirSync(join(config.webDir, '.vite'))
    writeFileSync(join(config.webDir, '.vite/manifest.json'), '{}')
    expect((await app.current.inject(url)).statusCode).toBe(404)
  },
)

it('the built page has its icons, a manifest and a sentence without script (EASE-21)', async () => {
  const root = join(import.meta.dirname, '../../..')
  const webDir = mkdtempSync(join(tmpdir(), 'minmin-web-'))
  cpSync(join(root, 'src/web/public'), webDir, { recursive: true })
  cpSync(join(root, 'index.html'), join(webDir, 'index.html'))
  await app.current.close()
  app.current = Fastify()
  config = testConfig({ WEB_DIR: webDir })
  await serveFiles(app.current, config)
  expect(await home()).toMatch(/<noscript>[\s\S]*團購[\s\S]*購買需要 JavaScript[\s\S]*<\/noscript>/)
  const manifest = await app.current.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  const { name, start_url, icons } = manifest.json()
  expect([name, start_url]).toEqual(['MinMin 團購', '/'])
  const addresses = icons.map(({ src }: { src: string }) => src)
  for (const address of [...addresses, '/favicon.ico', '/apple-touch-icon.png']) {
    expect((await app.current.inject(address)).statusCode, address).toBe(200)
  }
})

it.each([true, false])(
  'the page knows whether mails reach their readers: %s (HAND-09)',
  async (canMail) => {
    const webDir = mkdtempSync(join(tmpdir(), 'minmin-web-'))
    const html = '<head><script id="shop-config" type="application/json"></script></head>'
    writeFileSync(join(webDir, 'index.html'), html)
    config = testConfig({ WEB_DIR: webDir })
    mails = canMail
    const [, json = ''] = /<script id="shop-config"[^>]*>(.*)<\/script>/.exec(await home()) ?? []
    expect(JSON.parse(json)).toMatchObject({ canMail })
  },
)

it('serves the shop under the name of the settings, as text (SETTING-07)', async () => {
  const page = await openPage()
  const body = () => page?.document({ status: 200, head: '' }) ?? ''
  expect(body()).toContain('<p>MinMin 團購</p>')
  const shop = { ...defaultSettings.shop, name: '<b>小農</b>&"' }
  look.shop = shop
  const named = body()
  expect(named).toContain('<p>&lt;b&gt;小農&lt;/b&gt;&amp;&quot;</p>')
  expect(named).not.toContain('<b>')
  const [, json = ''] = /<script id="shop-config">(.*?)<\/script>/.exec(named) ?? []
  expect(JSON.parse(json).shop.name).toBe(shop.name)
})
