import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { ensureServerBuilt } from './scripts/lib/ensure-built.mjs'
import { findChromium } from './scripts/lib/find-chromium.mjs'
import { keepFilesInMemory } from './scripts/lib/memory-folder.mjs'

keepFilesInMemory()
ensureServerBuilt()

const chromium = findChromium()
// Journeys whose parts are all proved by shorter tests run in `npm run test:long` only, and those of both
// sizes on a desktop.
const isLong = process.env.TEST_LONG === '1'
const ofLongRun = isLong ? [] : [/@long/]

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  // One more than processors: a journey waits for a quarter of its time.
  workers: availableParallelism() + 1,
  // A machine of CI may be slow for a moment; a journey that passed at the second try is reported.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // A journey has several steps, and a slow machine takes its time for each: what hangs fails at its wait.
  timeout: 600_000,
  globalTimeout: 50 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    // A step that hangs fails at its wait, and says where.
    actionTimeout: 120_000,
    trace: process.env.TRACE === '1' ? 'on' : 'off',
    launchOptions: {
      // Without a locale Chromium names no downloaded file in Chinese.
      env: { ...process.env, LANG: 'C.UTF-8' },
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: [isLong ? /@phone-only/ : /@phone/, ...ofLongRun],
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // Those whose screens differ on a phone, or are used by touch there.
      grep: /@phone|@both/,
      grepInvert: ofLongRun,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        // Seven times the pixels cost processor time, and no journey looks at them.
        deviceScaleFactor: 1,
        locale: 'zh-TW',
      },
    },
  ],
})
