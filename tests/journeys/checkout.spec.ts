import { expect, type Page } from '@playwright/test'
import { adminCatalogApi, type Product } from '#contract/catalog.ts'
import { orderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { pauseClock, runClockUntil } from './support/clock.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { createMember, type Member, restoreSession } from './support/members.ts'
import {
  addToCart,
  adminToken,
  callShop,
  createProduct,
  endpointPath,
  getDemoProduct,
  placeOrder,
  removeProduct,
} from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

let mug: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

async function openInformation(page: Page, member: Member) {
  await addToCart(page.request, { product: mug, qty: 2 }, member.token)
  await restoreSession(page, member)
  await page.goto('/#/main/cart/info')
  await expect(page.getByRole('button', { name: '送出訂單' })).toBeVisible()
}

async function fillIn(page: Page) {
  await page.getByLabel('聯絡人').fill('王小明')
  await page.getByLabel('聯絡電話').fill('0912345678')
  await page.getByLabel('地址').fill('臺北市信義區市府路 1 號')
  await page.getByLabel('我同意隱私權政策').check()
}

test('the form and the summary, each fault at its field, and one order (INFO-10, INFO-01, INFO-03, INFO-05, INFO-06, INFO-07, CART-11, D14, VALID-09, VALID-10, VALID-13, VALID-14, VALID-15, VALID-16, VALID-17, VALID-18, EASE-05, EASE-04)', async ({
  page,
}) => {
  await test.step('a visitor is asked to sign in first', async () => {
    await page.goto('/#/main/cart/info')
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
  })

  await test.step('the form and the summary', async () => {
    await openInformation(page, await createMember(page.request))
    await expect(page.getByRole('list').locator('xpath=self::*[@data-step]')).toHaveAttribute(
      'data-step',
      '1',
    )
    await expect(page.getByLabel('電子信箱')).toHaveCount(0)
    for (const name of ['聯絡人', '聯絡電話', '地址', '備註']) {
      await expect(page.getByRole('textbox', { name })).toBeVisible()
    }
    await expect(page.getByRole('checkbox', { name: '我同意隱私權政策' })).not.toBeChecked()
    const summary = page.getByRole('region', { name: '訂單摘要' })
    await expect(summary).toContainText(mug.title)
    await expect(summary).toContainText('NT$840')
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
  })

  await test.step('each fault is told', async () => {
    const send = page.getByRole('button', { name: '送出訂單' })
    let orders = 0
    page.on('request', (request) => {
      if (request.url().endsWith(endpointPath(orderApi.create))) orders += 1
    })
    await send.click()
    for (const fault of ['請輸入聯絡人', '請輸入聯絡電話', '請輸入地址', '請同意隱私權政策']) {
      await expect(page.getByText(fault)).toBeVisible()
    }
    await expect(page.getByLabel('聯絡人')).toBeFocused()
    await expect(page.getByLabel('聯絡人')).toHaveAccessibleDescription(/請輸入聯絡人/)
    await expectNoAxeViolations(page)

    await page.getByLabel('聯絡人').fill('一二三四五六七八九十一')
    await expect(page.getByText('聯絡人不可超過 10 個字')).toBeVisible()
    await page.getByLabel('聯絡人').fill('一二三四五六七八九十')
    await expect(page.getByText('聯絡人不可超過 10 個字')).toHaveCount(0)
    await page.getByLabel('聯絡電話').fill('12345')
    await expect(page.getByText('電話不可少於 6 碼')).toBeVisible()
    await page.getByLabel('聯絡電話').fill('1234567890123')
    await expect(page.getByText('電話不可超過 12 碼')).toBeVisible()
    await page.getByLabel('聯絡電話').fill('123456')
    await page.getByLabel('地址').fill('臺北市')
    await send.click()
    await expect(page.getByText('請同意隱私權政策')).toBeVisible()
    await expect(page.getByLabel('我同意隱私權政策')).toBeFocused()
    expect(orders).toBe(0)

    await page.getByLabel('我同意隱私權政策').check()
    const tel = page.getByLabel('聯絡電話')
    await tel.fill('phone-one')
    await send.click()
    await expect(tel).toHaveAccessibleDescription('聯絡電話格式不正確')
    await expect(tel).toBeFocused()
    expect(orders).toBe(0)
    await tel.fill('+886 ９１２-345-678')
    const sent = page.waitForRequest(`**${endpointPath(orderApi.create)}`)
    await send.click()
    expect((await sent).postDataJSON().data.user.tel).toBe('0912345678')
    await expect(page.getByText('已建立訂單')).toBeVisible()
    expect(orders).toBe(1)
  })

  await test.step('shows what the server refused beside its field and focuses it', async () => {
    await openInformation(page, await createMember(page.request))
    await page.getByRole('button', { name: /^更改/ }).click()
    await fillIn(page)
    const email = page.getByLabel('電子信箱')
    await email.fill('明@example.com')
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(email).toHaveAccessibleDescription('Email 格式不正確')
    await expect(email).toBeFocused()
    await expect(page.getByLabel('地址')).not.toHaveAttribute('aria-invalid', 'true')
  })
})

test('the policy in force is read and goes with the order (PRIVACY-10, PRIVACY-11) @long', async ({
  page,
}) => {
  await test.step('the policy in force can be read before it is agreed to, and goes with the order', async () => {
    await openInformation(page, await createMember(page.request))
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: '隱私權政策' }).click()
    const policy = await opened
    await expect(policy).toHaveURL(/main\/privacy\?version=1$/)
    await expect(policy.getByRole('heading', { name: '隱私權政策', level: 1 })).toBeVisible()
    await expect(policy.getByText('版本 1')).toBeVisible()
    await expect(policy.getByRole('heading', { name: '您的權利' })).toBeVisible()
    await expectNoAxeViolations(policy)
    await policy.close()
    const sent = page.waitForRequest((request) => /\/order$/.test(request.url()))
    await fillIn(page)
    await page.getByRole('button', { name: '送出訂單' }).click()
    expect((await sent).postDataJSON().data.privacy_version).toBe(1)
  })
})

test('INFO-08 INFO-09 ERROR-07 an order empties the cart and leads to its payment', async ({
  page,
}) => {
  await page.clock.install()
  await openInformation(page, await createMember(page.request))
  await fillIn(page)
  // A clock that is only installed goes on by itself, and a slow machine is past the 1.5 seconds.
  await pauseClock(page)
  await page.getByRole('button', { name: '送出訂單' }).click()
  await runClockUntil(page, page.getByText('已建立訂單'))
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/#\/main\/cart\/info$/)
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText(mug.title)
  await page.clock.runFor(600)
  await expect(page).toHaveURL(/#\/main\/cart\/pay\/[\w-]{20}$/)
  await page.clock.resume()
  await page.goto('/#/main/cart')
  await expect(page.getByText('購物車是空的')).toBeVisible()
})

test('what was typed outlives a detour, and the recipient of the last order is filled in (EASE-06, EASE-07, EASE-23)', async ({
  page,
}) => {
  await test.step('keeps what was typed over a detour and a reload, until the order', async () => {
    await openInformation(page, await createMember(page.request))
    await fillIn(page)
    await page.goto('/#/main/cart')
    await page.getByRole('button', { name: '填寫資料' }).click()
    await expect(page.getByLabel('地址')).toHaveValue('臺北市信義區市府路 1 號')
    await page.reload()
    await expect(page.getByLabel('聯絡人')).toHaveValue('王小明')
    await expect(page.getByLabel('聯絡電話')).toHaveValue('0912345678')
    await expect(page.getByLabel('我同意隱私權政策')).not.toBeChecked()
    await page.getByLabel('我同意隱私權政策').check()
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\//)
    expect(await page.evaluate(() => localStorage.getItem('checkoutDraft'))).toBeNull()
  })

  await test.step('fills in the recipient of the last order', async () => {
    await startOver(page)
    const member = await createMember(page.request, { displayName: '林小春' })
    await placeOrder(page.request, { product: mug, qty: 1, name: '王小明' }, member.token)
    await openInformation(page, member)
    const recipient = page.getByRole('region', { name: '收件資料' })
    await expect(recipient).toContainText('王小明0912345678臺北市信義區市府路 1 號')
    await expectNoAxeViolations(page)
    await recipient.getByRole('button').click()
    await expect(page.getByLabel('聯絡人')).toHaveValue('王小明')
    await expect(page.getByLabel('聯絡人')).toBeFocused()
    await expect(page.getByLabel('聯絡電話')).toHaveValue('0912345678')
    await expect(page.getByLabel('鄉鎮市區')).toHaveValue('信義區')
    await expect(page.getByLabel('地址')).toHaveValue('市府路 1 號')
    await expectNoAxeViolations(page)
  })

  await test.step('sends the order to the recipient that a named member fills in', async () => {
    await openInformation(page, await createMember(page.request, { displayName: '林小春' }))
    await page.getByRole('button', { name: /^更改/ }).click()
    const name = page.getByLabel('聯絡人')
    await expect(name).toHaveValue('林小春')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('最多 10 個字')
    await fillIn(page)
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\//)
    await expect(
      page.getByRole('term').filter({ hasText: '聯絡人' }).locator('xpath=following-sibling::dd'),
    ).toHaveText('王小明')
  })

  await test.step('an empty cart goes back to the cart', async () => {
    await restoreSession(page, await createMember(page.request))
    await page.goto('/#/main/cart/info')
    await expect(page).toHaveURL(/#\/main\/cart$/)
  })
})

test('a refused order, a changed price and a lost answer keep what was typed, and one order is made (ERROR-07)', async ({
  page,
}) => {
  await test.step('a refused order says why and keeps what was typed', async () => {
    await openInformation(page, await createMember(page.request))
    await fillIn(page)
    await interceptRequests(page, `**${endpointPath(orderApi.create)}`, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: ['聯絡電話格式不正確'] } }),
    )
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(page.getByRole('alert')).toContainText('聯絡電話格式不正確')
    await expect(page.getByLabel('聯絡人')).toHaveValue('王小明')
    await expect(page.getByLabel('地址')).toHaveValue('臺北市信義區市府路 1 號')
    await expect(page.getByLabel('我同意隱私權政策')).toBeChecked()
  })

  await test.step('a price that changed meanwhile is shown before anything is ordered', async () => {
    await startOver(page)
    const admin = await adminToken(page.request)
    const lamp = await createProduct(page.request, admin, { title: '會漲價的燈', price: 100 })
    const member = await createMember(page.request)
    await addToCart(page.request, { product: lamp, qty: 1 }, member.token)
    await openInformation(page, member)
    const summary = page.getByRole('region', { name: '訂單摘要' })
    await expect(summary).toContainText('NT$940')
    const data = { ...lamp, price: 160 }
    await callShop(page.request, adminCatalogApi.update, { params: { id: lamp.id }, data }, admin)

    await fillIn(page)
    const send = page.getByRole('button', { name: '送出訂單' })
    await send.click()
    await expect(page.getByRole('alert')).toContainText('NT$1,000')
    await expect(summary).toContainText('NT$1,000')
    await expect(page.getByLabel('地址')).toHaveValue('臺北市信義區市府路 1 號')
    await send.dblclick()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\/[\w-]{20}$/)
    await expect(page.getByText('尚未付款')).toBeVisible()
    await expect(page.getByText('NT$1,000')).toBeVisible()
    await removeProduct(page.request, admin, lamp)
  })

  await test.step('an order whose answer is lost is sent again as the same order', async () => {
    await startOver(page)
    await openInformation(page, await createMember(page.request))
    const keys: (string | undefined)[] = []
    await interceptRequests(page, `**${endpointPath(orderApi.create)}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await fillIn(page)
    const send = page.getByRole('button', { name: '送出訂單' })
    await send.click()
    await expect(page.getByRole('alert')).toContainText('網路連線異常')
    await expect(send).toBeEnabled()
    await send.click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\/[\w-]{20}$/)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    await page.goto('/#/main/order')
    await expect(page.getByText('訂單編號')).toHaveCount(1)
  })
})
