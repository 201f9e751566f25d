import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { englishTextsApi } from '#contract/english-texts.ts'
import { untilTakenOver } from './support/documents.ts'
import { mailsTo } from './support/mails.ts'
import { freshEmail } from './support/members.ts'
import { adminToken, callShop, endpointPath, getDemoProduct } from './support/shop-api.ts'
import { createShopTest } from './support/test.ts'

// The settings of the shop are changed.
const test = createShopTest()
const mug = '燕麥釉手感馬克杯'
const chinese = /[\u3400-\u9fff]/

/** The owner's switch; once for the shop of the worker. */
async function turnOn(request: APIRequestContext): Promise<void> {
  const token = await adminToken(request)
  const { settings } = await callShop(request, adminSettingsApi.read, {}, token)
  const { version, values } = settings.shop
  if (values.has_english) return
  const data = { version, values: { ...values, has_english: true } }
  await callShop(request, adminSettingsApi.updateShop, { data }, token)
}

/** Chinese that is shown, of which nothing is the owner's, the shopper's or the name of the other language. */
async function strayChinese(page: Page, known: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: { text: string; lang: string }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node
      // Options are counties and districts, which are names.
      if (!parentElement || parentElement.closest('script, style, template, noscript, option'))
        continue
      const lang = parentElement.closest('[lang]')?.getAttribute('lang') ?? ''
      found.push({ text: node.textContent?.trim() ?? '', lang })
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [alt], [title]',
    )) {
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name)
        if (text) found.push({ text, lang: 'zh-Hant-TW' })
      }
    }
    return found
  })
  const has = texts.filter(({ text }) => chinese.test(text) && text !== '中文')
  const unmarked = has
    .filter(({ lang }) => !lang.startsWith('zh'))
    .map(({ text }) => `unmarked: ${text}`)
  const others = has.flatMap(({ text }) =>
    (text.match(/[\u3400-\u9fff]+/g) ?? []).every((part) => known.includes(part)) ? [] : [text],
  )
  return [...unmarked, ...others]
}

test('a whole purchase in English: no Chinese but names and what the owner wrote, and so in its mail (OPEN-05)', async ({
  page,
  request,
}) => {
  const product = await getDemoProduct(request, mug)
  await turnOn(request)
  const token = await adminToken(request)
  const path = endpointPath(englishTextsApi.update)
    .replace(':subject', 'product')
    .replace(':id', product.id)
  const data = { title: 'Oat glaze mug' }
  const saved = await request.put(path, { headers: { Authorization: token }, data: { data } })
  expect(saved.ok()).toBe(true)

  // All that the owner wrote comes with the page or in replies; the shopper's own words are below.
  let known = '王小明臺北市信義區市府路號'
  page.on('response', async (response) => {
    if (!/\/v2\/api\/|\/en/.test(response.url())) return
    const text = await response.text().catch(() => '')
    // After the wait: another reply may have come meanwhile.
    known += text
  })
  const expectEnglish = async () => {
    await page.waitForLoadState('networkidle')
    await expect.poll(() => strayChinese(page, known)).toEqual([])
  }

  await page.goto('/main/prods')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/en\/main\/prods$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await untilTakenOver(page)
  await expectEnglish()
  await page.goto(`/en/main/prods/detail/${product.id}`)
  await expect(page.getByRole('heading', { name: 'Oat glaze mug' })).toBeVisible()
  await expectEnglish()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added to the cart')).toBeVisible()
  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page).toHaveURL(/\/en\/main\/cart$/)
  await expectEnglish()
  await page.getByLabel('Coupon code', { exact: true }).fill('nothing')
  await page.getByRole('button', { name: 'Apply coupon' }).click()
  // The field and a notice both say so.
  await expect(page.getByRole('alert')).toContainText('Coupon not found')
  await page.getByRole('button', { name: 'Enter my details' }).click()
  await expectEnglish()
  await page.getByRole('link', { name: 'Check out as a guest' }).click()
  await expect(page).toHaveURL(/\/en\/main\/cart\/info$/)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Please enter a contact name')).toBeVisible()
  await expectEnglish()
  const email = freshEmail()
  await page.getByLabel('Contact name').fill('王小明')
  await page.getByLabel('Contact phone').fill('0912345678')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Address', { exact: true }).fill('臺北市信義區市府路 1 號')
  await page.getByLabel(/^I agree to the/).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/en\/main\/cart\/pay\//)
  await expectEnglish()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Payment received').first()).toBeVisible()
  await expectEnglish()
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(0)
  for (const { textBody } of await mailsTo(email)) {
    expect(textBody).toContain('Oat glaze mug')
    const own = textBody.match(/[\u3400-\u9fff]+/g) ?? []
    expect(own.filter((part) => !known.includes(part))).toEqual([])
  }
})

test('walks the screens of the storefront in English (OPEN-05) @long', async ({
  page,
  request,
}) => {
  await turnOn(request)
  let known = ''
  page.on('response', async (response) => {
    if (!/\/v2\/api\/|\/en/.test(response.url())) return
    const text = await response.text().catch(() => '')
    // After the wait: another reply may have come meanwhile.
    known += text
  })
  for (const path of [
    ...['', '/main/prods', '/main/groups', '/main/articles', '/main/search?q=tea', '/main/track'],
    ...['/main/privacy', '/main/terms', '/main/cart', '/main/order', '/main/orderLookup'],
    ...['/main/memberLogin', '/main/memberLogin?view=register', '/main/memberLogin?view=forgot'],
    ...['/main/member', '/main/cancelRestock', '/main/newsletter', '/main/newsletter/cancel'],
    ...['/main/order/none', '/main/prods/detail/none', '/g/none', '/main/page/none'],
  ]) {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => strayChinese(page, known), { message: path }).toEqual([])
  }
})
