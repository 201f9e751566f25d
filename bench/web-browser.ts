import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/lib/find-chromium.mjs'
import { freePort } from '../src/server/testing/free-port.ts'

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A middling phone, as Lighthouse has it. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export interface BenchBrowser {
  /** The port of the debugger, for clients besides Playwright. */
  port: number
  context: BrowserContext
  close(): Promise<void>
}

/** A Chromium with a fresh profile: no cache, no cookies. */
export async function openBrowser(address: string): Promise<BenchBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'minmin-browser-'))
  const port = await freePort()
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...phone,
    ...(executablePath && { executablePath }),
    args: [...switches, `--remote-debugging-port=${port}`],
    baseURL: address,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  // A busy machine is slow, not broken.
  context.setDefaultTimeout(120_000)
  return {
    port,
    context,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Slows the processor of a page down, as a phone's would be. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Work so far, in ms of the thread's own time: other work on the machine does not lengthen it. */
export async function timeMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    return seconds * 1000
  }
}
