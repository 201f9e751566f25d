import type { BrowserContext, Locator, Page } from '@playwright/test'
import { openBrowser, slowDown, timeMainThread } from './web-browser.ts'
import { enterWithOrders, fillCart, firstProductPath } from './web-stage.ts'

interface Interaction {
  name: string
  path: string | ((context: BrowserContext) => Promise<string>)
  prepare?: (page: Page) => Promise<unknown>
  /** The element to press in round `time`. */
  press: (page: Page, time: number) => Locator
  /**
   * The attribute of the pressed element that changes; without one, the field beside it changes.
   */
  attribute?: string
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const interactions: Interaction[] = [
  {
    name: 'add to cart',
    path: '/#/main/prods',
    press: (page, time) => button(page, '加入購物車').nth(time),
    attribute: 'aria-busy',
  },
  {
    name: 'bookmark',
    path: '/#/main/prods',
    press: (page, time) => page.locator('button[aria-pressed]').nth(time),
    attribute: 'aria-pressed',
  },
  {
    name: 'category tab',
    path: '/#/main/prods',
    press: (page, time) => page.getByRole('tab').nth(time + 1),
    attribute: 'aria-selected',
  },
  {
    name: 'another picture',
    path: firstProductPath,
    press: (page, time) => button(page, `第 ${(time + 1) % 2 === 0 ? 1 : 2} 張圖片`),
    attribute: 'aria-current',
  },
  {
    name: 'quantity of the product',
    path: firstProductPath,
    press: (page) => button(page, '增加數量'),
  },
  {
    name: 'quantity in the cart',
    path: '/#/main/cart',
    prepare: (page) => fillCart(page.context()),
    press: (page) => button(page, '增加數量').first(),
  },
  {
    name: 'accordion of the orders',
    path: '/#/main/order',
    prepare: enterWithOrders,
    press: (page, time) => page.locator('main button[aria-expanded]').nth((time + 1) % 4),
    attribute: 'aria-expanded',
  },
  {
    name: 'menu of a phone',
    path: '/#/main/prods',
    press: (page) => page.getByRole('banner').getByRole('button', { name: '選單' }),
    attribute: 'aria-expanded',
  },
]

/** Milliseconds, one for each press. */
export interface InteractionMeasured {
  name: string
  /** From the press to the frame that shows its answer. */
  answer: number[]
  /** Length of the interaction as the browser reports it; shorter than a frame is 0. */
  reported: number[]
  /** The CPU time of the main thread, whatever else ran on the machine. */
  work: number[]
}

/** A processor four times as slow, and a network of 150 ms: no answer may wait for the server. */
export async function measureInteractions(
  address: string,
  times: number,
): Promise<InteractionMeasured[]> {
  const measured: InteractionMeasured[] = []
  for (const interaction of interactions) {
    const row = await measureInteraction(interaction, address, times)
    console.error(
      `${row.name}: ${row.answer.map((ms) => Math.round(ms)).join(' ')} ms, of work ${row.work.map((ms) => Math.round(ms)).join(' ')}`,
    )
    measured.push(row)
  }
  return measured
}

async function measureInteraction(
  interaction: Interaction,
  address: string,
  times: number,
): Promise<InteractionMeasured> {
  const { name, path, press, attribute } = interaction
  const browser = await openBrowser(address)
  try {
    const page = await browser.context.newPage()
    await page.addInitScript(watchEvents)
    await interaction.prepare?.(page)
    await page.goto('about:blank')
    await page.goto(typeof path === 'string' ? path : await path(browser.context))
    await press(page, 0).waitFor()
    await page.waitForLoadState('networkidle')
    await slowDown(page, 4)
    await delayNetwork(page)
    const answer: number[] = []
    const reported: number[] = []
    const work: number[] = []
    const mainThreadMs = await timeMainThread(page)
    for (let time = 0; time < times; time++) {
      const pressed = press(page, time)
      await pressed.scrollIntoViewIfNeeded()
      await pressed.evaluate(watchAnswer, attribute)
      const before = await mainThreadMs()
      await pressed.click()
      await page.waitForFunction(() => document.documentElement.dataset.answeredAfter !== undefined)
      work.push((await mainThreadMs()) - before)
      await page.waitForLoadState('networkidle')
      const { answeredAfter, longest } = await page.evaluate(() => ({
        ...document.documentElement.dataset,
      }))
      answer.push(Number(answeredAfter))
      reported.push(Number(longest ?? 0))
    }
    return { name, answer, reported, work }
  } finally {
    await browser.close()
  }
}

async function delayNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

/** Runs in the page, before it: the longest event of the last press. */
function watchEvents(): void {
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId } = entry as PerformanceEntry & { interactionId?: number }
      const { dataset } = document.documentElement
      if (!interactionId || entry.startTime < Number(dataset.watchedFrom)) continue
      dataset.longest = String(Math.max(entry.duration, Number(dataset.longest ?? 0)))
    }
  }).observe(options)
}

/** Runs in the page: notes how long after the press the frame comes that shows what it changed. */
function watchAnswer(element: Element, attribute: string | undefined): void {
  const { dataset } = document.documentElement
  delete dataset.answeredAfter
  delete dataset.longest
  dataset.watchedFrom = String(performance.now())
  const read = () =>
    attribute === undefined
      ? element.closest('form, fieldset')?.querySelector('input')?.value
      : element.getAttribute(attribute)
  const before = read()
  const onPress = (event: Event) => {
    const observer = new MutationObserver(() => {
      if (read() === before) return
      observer.disconnect()
      requestAnimationFrame(() =>
        // After the frame, which is being presented then.
        setTimeout(() => {
          dataset.answeredAfter = String(performance.now() - event.timeStamp)
        }),
      )
    })
    observer.observe(document, { attributes: true, childList: true, subtree: true })
  }
  addEventListener('click', onPress, { capture: true, once: true })
}
