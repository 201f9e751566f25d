import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { pauseClock } from './support/clock.ts'
import { showDemoProductsOnly } from './support/home-products.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { listDemoProducts } from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

async function scrollTo(page: Page, pixels: number) {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), pixels)
}

function section(page: Page, after: number) {
  return page.locator(`[data-reveal-after="${after}"]`)
}

test('home shows hero, slide, products, stories, pictures, a promotion, and sections as it is scrolled (HOME-01, HOME-02, HOME-03, HOME-04, HOME-05, HOME-06, HOME-13, HOME-22, EASE-17, HOME-07, HOME-08, HOME-09, HOME-11, HOME-12, EASE-16, EASE-18, HOME-18, HOME-19, HOME-20, HOME-21, ERROR-13, ERROR-14, ERROR-15)', async ({
  page,
  context,
}) => {
  await test.step('hero, slide, six products, two stories, five pictures', async () => {
    await showDemoProductsOnly(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/#/')
    await expect(page.getByRole('link', { name: '立即選購' })).toHaveAttribute(
      'href',
      '#/main/prods',
    )
    const slides = page.getByRole('region', { name: '最新商品' }).locator('img')
    await expect(slides.first()).toBeVisible()
    expect(await slides.count()).toBeGreaterThan(3)

    const six = page.getByTestId('six-products').getByRole('listitem')
    await expect(six).toHaveCount(6)
    const addresses = await six.getByRole('link').evaluateAll((all) => all.map(String))
    expect(new Set(addresses).size).toBe(6)
    const products = await listDemoProducts(page.request)
    for (const item of await six.all()) {
      const link = item.getByRole('link')
      await expect(link).toHaveAttribute('href', /^#\/main\/prods\/detail\/-/)
      await expect(item.locator('img')).toBeAttached()
      const title = await link.textContent()
      const product = products.find((product) => product.title === title)
      await expect(item.getByRole('paragraph')).toHaveText(String(product?.content))
    }
    const stories = page.getByTestId('story')
    await expect(stories).toHaveCount(2)

    const own = page.locator('main img[src*="/assets/"]')
    await expect(own).toHaveCount(5)
    for (const picture of await own.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(100)
    }
    await expectNoAxeViolations(page)
  })

  await test.step('shows a title and a price under each picture of the slide and the picks', async () => {
    const slides = page.getByRole('region', { name: '最新商品' }).getByRole('link')
    await expect(slides.first()).toHaveText(/\S+.*NT\$[\d,]+/)
    await expect(slides.first().getByRole('img')).toHaveCount(0)
    for (const item of await page.getByTestId('six-products').getByRole('listitem').all()) {
      await expect(item).toContainText('NT$')
    }
  })

  await test.step('the promotion, and the code to copy', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const words of ['基本回饋 3%', '消費回饋 1%', '最高回饋 21%']) {
      await expect(page.getByText(words)).toBeVisible()
    }
    await expect(page.getByText('frost', { exact: true })).toBeVisible()
    const card = page.getByText('結帳時輸入優惠碼，整筆訂單 8 折').locator('xpath=..')
    await card.scrollIntoViewIfNeeded()
    const before = await card.boundingBox()
    await page.getByRole('button', { name: '複製優惠碼' }).click()
    await expect(page.getByText('已複製')).toBeVisible()
    expect((await card.boundingBox())?.height).toBe(before?.height)
    await expect(page.getByText('每月一封')).toHaveCount(0)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('frost')
  })

  await test.step('sections and the way up appear as the page is scrolled', async () => {
    await page.emulateMedia({ reducedMotion: null })
    // A reload would scroll to where the page was left.
    await page.goto('about:blank')
    await page.goto('/#/')
    await expect(section(page, 350).locator('li')).toHaveCount(6)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (const after of [350, 1290, 1900, 2500]) {
      await scrollTo(page, after - 40)
      await expect(section(page, after)).toHaveAttribute('inert', '')
      await scrollTo(page, after + 40)
      await expect(section(page, after)).not.toHaveAttribute('inert', '')
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)

    const up = page.getByRole('button', { name: '回到頂端' })
    await scrollTo(page, 190)
    await expect(up).toBeHidden()
    await scrollTo(page, 210)
    await up.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  await test.step('home stays whole and silent when orders, products and cart fail', async () => {
    await startOver(page)
    await interceptRequests(page, '**/v2/api/**', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: '故障' } }),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/#/')
    await expect(page.getByRole('link', { name: '立即選購' })).toBeVisible()
    await expect(page.getByRole('button', { name: '複製優惠碼' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('故障')).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await page.getByRole('link', { name: '立即選購' }).click()
    await expect(page).toHaveURL(/#\/main\/prods$/)
  })
})

test('HOME-14 HOME-15 HOME-16 VALID-01 VALID-02 VALID-03 the newsletter thanks for 3 seconds and sends the address', async ({
  page,
}) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#/')
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const form = page.getByRole('form', { name: '訂閱電子報' })
  const subscribe = form.getByRole('button', { name: '訂閱' })
  const field = form.getByLabel('電子信箱')
  await subscribe.click()
  await expect(form.getByText('請輸入 Email')).toBeVisible()
  await expect(field).toBeFocused()
  for (const wrong of ['abc', 'a@', '@b', 'a b@c']) {
    await field.fill(wrong)
    await subscribe.click()
    await expect(form.getByText('Email 格式不正確')).toBeVisible()
    await expect(form.getByText('訂閱成功')).toBeHidden()
  }
  await pauseClock(page)
  await field.fill('a@b')
  await subscribe.click()
  await expect(form.getByText('訂閱成功')).toBeVisible()
  await page.clock.runFor(2900)
  await expect(form.getByText('訂閱成功')).toBeVisible()
  await page.clock.runFor(200)
  await expect(form.getByText('訂閱成功')).toBeHidden()
  expect(sent.map((url) => new URL(url).pathname)).toEqual([expect.stringMatching(/\/newsletter$/)])
})

test('CONST-01 the slide turns by itself every 5000 ms, and stands still for who wants less motion', async ({
  page,
}) => {
  await showDemoProductsOnly(page)
  await page.clock.install()
  await page.goto('/#/')
  const slide = page.getByRole('region', { name: '最新商品' })
  await expect(slide.getByRole('button', { name: '下一張' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const selected = () => slide.getAttribute('data-selected')
  const next = slide.getByRole('button', { name: '下一張' })
  // The carousel may come after all else that the screen loads: until then a press does nothing.
  const first = await selected()
  await next.focus()
  await expect(async () => {
    await next.press('Enter')
    expect(await selected()).not.toBe(first)
  }).toPass()
  await pauseClock(page)
  const before = await selected()
  // Its time begins once it has lost the focus.
  await next.blur()
  await page.clock.runFor(4900)
  expect(await selected()).toBe(before)
  await page.clock.runFor(200)
  await expect.poll(selected).not.toBe(before)
  await next.focus()
  const held = await selected()
  await page.clock.runFor(11_000)
  expect(await selected()).toBe(held)
})
