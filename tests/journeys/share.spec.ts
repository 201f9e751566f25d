import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let mug: Product
test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

/** A browser with or without the share sheet of a device. */
async function openDetail(page: Page, sheet: 'none' | 'opens' | 'closed' = 'none') {
  await page.addInitScript((kind) => {
    const shared: unknown[] = []
    const share = async (data: unknown) => {
      shared.push(data)
      if (kind === 'closed') throw new DOMException('closed', 'AbortError')
    }
    Object.assign(window, { shared })
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: kind === 'none' ? undefined : share,
    })
  }, sheet)
  await page.goto('about:blank')
  await page.goto(`/#/main/prods/detail/${mug.id}`)
  await page.getByRole('button', { name: '分享' }).click()
}

test('a dialog offers LINE, Facebook, a copy and a code, with toasts above it (SHARE-01, SHARE-02, SHARE-03, SHARE-04, SHARE-05, SHARE-12, SHARE-06, SHARE-07)', async ({
  page,
  shopAddress,
  context,
}) => {
  await test.step('a dialog offers LINE, Facebook, a copy and a code', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await openDetail(page)
    const dialog = page.getByRole('dialog', { name: '分享' })
    const text = `${mug.title} NT$420｜MinMin 團購`
    await expect(dialog.getByText(text)).toBeVisible()
    const path = `${shopAddress}/main/prods/detail/${mug.id}`
    const line = dialog.getByRole('link', { name: 'LINE' })
    const lineUrl = new URL((await line.getAttribute('href')) ?? '')
    expect(lineUrl.searchParams.get('url')).toBe(`${path}?via=line&openExternalBrowser=1`)
    expect(lineUrl.searchParams.get('text')).toBe(text)
    const facebook = dialog.getByRole('link', { name: 'Facebook' })
    const facebookUrl = new URL((await facebook.getAttribute('href')) ?? '')
    expect(facebookUrl.searchParams.get('u')).toBe(`${path}?via=facebook`)
    for (const link of [line, facebook]) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
    await expectNoAxeViolations(page)
    expect([...hosts]).toEqual([new URL(shopAddress).host])
  })

  await test.step('copies the address, or shows it selected', async () => {
    const address = `${shopAddress}/main/prods/detail/${mug.id}?via=copy&openExternalBrowser=1`
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openDetail(page)
    await page.getByRole('button', { name: '複製連結' }).click()
    await expect(page.getByText('已複製連結')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await page.getByRole('button', { name: '複製連結' }).click()
    const field = page.getByRole('textbox', { name: '連結' })
    await expect(field).toHaveValue(address)
    expect(await page.evaluate(() => String(getSelection()))).toBe(address)
  })

  await test.step('shows a code of the address and saves it', async () => {
    await openDetail(page)
    await page.getByRole('button', { name: 'QR Code' }).click()
    const code = page.getByRole('img', { name: `${mug.title}的 QR Code` })
    const box = await code.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(240)
    await expect(code).toHaveAttribute(
      'data-address',
      `${shopAddress}/main/prods/detail/${mug.id}?via=qr`,
    )
    await expectNoAxeViolations(page)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: '下載' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/\.png$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  })

  await test.step('a toast stands above an open dialog, where it can be closed', async () => {
    await context.grantPermissions(['clipboard-write'])
    await openDetail(page)
    const dialog = page.getByRole('dialog', { name: '分享' })
    await dialog.getByRole('button', { name: '複製連結' }).click()
    const toast = page
      .getByRole('region', { name: '通知' })
      .getByRole('group', { name: '已複製連結' })
    // Under the pointer it stays.
    await toast.hover()
    const isOnTop = await toast.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isOnTop).toBe(true)
    await expectNoAxeViolations(page)
    await toast.getByRole('button', { name: '關閉通知' }).click()
    await expect(toast).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  })
})

test('the share sheet of the device, which opens or is closed (SHARE-02, SHARE-03)', async ({
  page,
  shopAddress,
}) => {
  for (const sheet of ['opens', 'closed'] as const) {
    await openDetail(page, sheet)
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
    await expect.poll(shared).toEqual([
      {
        title: mug.title,
        text: `${mug.title} NT$420｜MinMin 團購`,
        url: `${shopAddress}/main/prods/detail/${mug.id}?via=sheet`,
      },
    ])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
})
