import { createServer } from 'node:net'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/lib/find-chromium.mjs'

// Read again in each worker, which inherits the environment and so finds the same address.
process.env.E2E_PORT ??= await freePort()
const address = `http://localhost:${process.env.E2E_PORT}`
const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/playwright',
  fullyParallel: false,
  workers: 2,
  // A machine of CI may be slow for a moment; a test that passed at the second try is told as flaky.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  globalTimeout: 50 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: address,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    trace: 'retain-on-failure',
    launchOptions: {
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
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        locale: 'zh-TW',
      },
    },
  ],
  webServer: {
    command: 'exec node tests/journeys/server.ts',
    url: address,
    env: { PORT: process.env.E2E_PORT },
    stdout: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
})

function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : address)))
    })
  })
}
