// Pictures of every screen and state in three widths, of a shop of their own or the one at SHOP_URL.
// Usage: npm run screenshots [-- <folder> [<part of a name> ...]]   Default: .cache/screenshots
//        npm run screenshots -- --docs   The pictures of docs/owner.md, in place.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { freePort } from '../src/server/testing/free-port.ts'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { pinnedNode, root, say } from './lib/project.mjs'
import { screens } from './lib/screens.mjs'

const isForDocs = process.argv[2] === '--docs'
const [folderName = '.cache/screenshots', ...others] = process.argv.slice(isForDocs ? 3 : 2)
const folder = resolve(root, isForDocs ? 'docs/pictures' : folderName)
const wanted = isForDocs ? ['owner-'] : others
const widths = isForDocs ? [1280] : (process.env.WIDTHS ?? '390,768,1280').split(',').map(Number)

const shop = process.env.SHOP_URL ? { address: process.env.SHOP_URL, stop() {} } : await ownShop()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
mkdirSync(folder, { recursive: true })
try {
  for (const width of widths) {
    for (const [name, screen] of Object.entries(screens)) {
      if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
      if (screen.maxWidth && width > screen.maxWidth) continue
      await take(name, screen, width)
    }
  }
} finally {
  await browser.close()
  shop.stop()
}
say(`The pictures are in ${folder}`)

/** @param {string} name @param {import('./lib/screens/stage.mjs').Screen} screen @param {number} width */
async function take(name, screen, width) {
  const context = await browser.newContext({
    baseURL: shop.address,
    viewport: { width, height: width < 768 ? 844 : 900 },
    hasTouch: width < 768,
    isMobile: width < 768,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    reducedMotion: screen.hasMotion ? 'no-preference' : 'reduce',
  })
  const page = await context.newPage()
  try {
    await screen.open(page)
    await page.waitForLoadState('load')
    if (!screen.isBusy) await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    // Sticky elements would stand in the middle of a whole page.
    if (screen.isWhole) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const path = join(folder, `${name}-${width}.png`)
    await page.screenshot({ path, fullPage: screen.isWhole ?? false })
    if (!isForDocs) return
    await sharp(path)
      .webp({ quality: 70 })
      .toFile(join(folder, `${name}.webp`))
    rmSync(path)
  } catch (error) {
    process.exitCode = 1
    say(`${name} at ${width}: ${error}`)
  } finally {
    await context.close()
  }
}

async function ownShop() {
  await ensureBuilt()
  const port = await freePort()
  const server = spawn(pinnedNode, ['tests/journeys/server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://localhost:${port}`
  while (!(await fetch(address).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The shop did not start.')
    await new Promise((done) => setTimeout(done, 200))
  }
  return { address, stop: () => server.kill('SIGTERM') }
}
