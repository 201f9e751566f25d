import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { openJourneyShop } from './support/journey-shop.ts'
import { base } from './support/test.ts'

const test = base.extend<object, { newShop: { address: string; link: string } }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const shop = await openJourneyShop({ DEMO: '0', JOURNEY_WITHOUT_ADMIN: '1' })
      const printed = shop.said.join('\n')
      const link = /http:\S+firstAdmin\S+/.exec(printed)?.[0] ?? ''
      await use({ address: shop.address, link })
      await shop.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

test('an owner makes the account by the printed link, names the shop and opens it (DOOR-07)', {
  tag: '@phone-only',
}, async ({ page, browser, newShop }) => {
  const visitor = await (await browser.newContext({ locale: 'zh-TW' })).newPage()
  const closed = visitor.getByRole('heading', { name: /準備中$/ })

  await page.goto(newShop.link)
  await page.getByLabel('帳號').fill('owner')
  await page.getByLabel('密碼', { exact: true }).fill('long-enough')
  await page.getByRole('button', { name: '建立帳號' }).click()
  await expect(page.getByText('Email 格式不正確')).toBeVisible()
  await page.getByLabel('帳號').fill('owner@example.com')
  await page.getByRole('button', { name: '建立帳號' }).click()
  await expect(page.getByRole('heading', { name: '開店準備', level: 1 })).toBeVisible()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(step('商店名稱').getByRole('img', { name: '未完成' })).toBeVisible()
  await expectNoAxeViolations(page)

  for (const path of ['/', '/#/main/prods', '/main/groups']) {
    await visitor.goto(`${newShop.address}${path}`)
    await expect(closed).toBeVisible()
  }
  await expectNoAxeViolations(visitor)

  await page.getByRole('link', { name: '設定名稱' }).click()
  await page.getByLabel('商店名稱').fill('山腰茶行')
  await page.getByRole('button', { name: '儲存' }).click()
  await expect(page.getByText('已更新設定')).toBeVisible()
  await page.goBack()
  await expect(step('商店名稱').getByRole('img', { name: '已完成' })).toBeVisible()

  await page.getByRole('link', { name: '返回前台' }).click()
  await expect(page.getByText('尚未營業')).toBeVisible()
  await page.getByRole('link', { name: '開店準備' }).click()
  await page.getByRole('button', { name: '開始營業' }).click()
  await expect(page.getByText('已開始營業')).toBeVisible()

  await visitor.goto(`${newShop.address}/`)
  await expect(visitor.getByRole('link', { name: '立即選購' })).toBeVisible()
  await expect(closed).toBeHidden()

  await page.goto(newShop.link)
  await page.getByLabel('帳號').fill('second@example.com')
  await page.getByLabel('密碼', { exact: true }).fill('long-enough')
  await page.getByRole('button', { name: '建立帳號' }).click()
  await expect(page.getByText('連結已失效')).toBeVisible()
})
