import { expect, type Page } from '@playwright/test'
import { untilTakenOver } from './support/documents.ts'
import { createMember, freshEmail, signIn } from './support/members.ts'
import { test } from './support/test.ts'

/** Subtotal, discount and total of three mugs with the coupon, as each screen shows them. */
async function expectAmounts(page: Page) {
  for (const [name, amount] of [
    ['小計', 'NT$1,260'],
    ['優惠（frost，8 折）', '−NT$252'],
    ['總計', 'NT$1,008'],
  ] as const) {
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: name })
        .filter({ visible: true })
        .first()
        .locator('xpath=following-sibling::dd'),
    ).toHaveText(amount)
  }
}

const spellings = [
  {
    root: '/#',
    title:
      'LIST-02 LIST-12 DETAIL-10 CART-14 CART-18 CART-24 LOGIN-07 INFO-09 PAY-08 a whole purchase, from the list to the paid order (EASE-08, EASE-10, EASE-11)',
  },
  {
    root: '',
    title:
      'a whole purchase by paths, from the document of the list to the paid order (PATH-01, PATH-02)',
  },
]

for (const { root, title } of spellings) {
  test(title, { tag: root === '' ? [] : '@phone-only' }, async ({ page, browser, shopAddress }) => {
    const inSpelling = (path: RegExp) =>
      new RegExp(`^${RegExp.escape(shopAddress + root)}${path.source}`)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) addresses.push(frame.url())
    })
    const step = (name: string, body: () => Promise<void>) =>
      test.step(name, async () => {
        await body()
        const ofOther = page.locator(root === '' ? 'a[href^="#/"]' : 'a[href^="/main"]')
        await expect(ofOther).toHaveCount(0)
        for (const address of addresses.splice(0)) {
          expect(address).toMatch(inSpelling(/\/main\/[^#]*$/))
        }
      })

    await step('find a product by its category', async () => {
      await page.goto(`${root}/main/prods`)
      await untilTakenOver(page)
      await page.getByRole('tab', { name: '茶與咖啡' }).click()
      await expect(page).toHaveURL(/category=/)
      await page.getByRole('link', { name: '燕麥釉手感馬克杯' }).first().click()
      await expect(page.getByRole('heading', { name: '燕麥釉手感馬克杯' })).toBeVisible()
    })

    await step('add two of it', async () => {
      await page.getByRole('button', { name: '增加數量' }).click()
      await page.getByRole('button', { name: '加入購物車' }).first().click()
      await expect(page.getByText('已加入購物車')).toBeVisible()
      await page.getByRole('link', { name: /^購物車/ }).click()
      await expect(page.getByRole('heading', { name: '購物車', level: 1 })).toBeVisible()
      await expect(page.getByLabel('數量')).toHaveValue('2')
    })

    await step('type another quantity, and use the coupon', async () => {
      await page.getByLabel('數量').fill('3')
      await page.getByRole('button', { name: '更新' }).click()
      await expect(page.getByRole('definition').filter({ hasText: 'NT$1,260' })).toHaveCount(2)
      await page.getByLabel('優惠碼', { exact: true }).fill('frost')
      await page.getByRole('button', { name: '套用優惠碼' }).click()
      await expect(page.getByText('已套用優惠券：frost')).toBeVisible()
      await expectAmounts(page)
      await expect(page.getByRole('definition').filter({ hasText: 'NT$1,008' })).toBeVisible()
    })

    const email = freshEmail()
    const password = 'warm-tea-7'

    await step('register, which leads on to the checkout', async () => {
      await page.getByRole('button', { name: '填寫資料' }).click()
      await expect(page).toHaveURL(inSpelling(/\/main\/memberLogin$/))
      await expect(page.getByText('登入或註冊後繼續結帳，購物車會保留')).toBeVisible()
      await page.getByRole('tab', { name: '註冊' }).click()
      const register = page.getByRole('tabpanel', { name: '註冊' })
      await register.getByLabel('電子信箱').fill(email)
      await register.getByLabel('密碼', { exact: true }).fill(password)
      await register.getByRole('button', { name: '註冊', exact: true }).click()
      await expect(page.getByText('註冊成功，歡迎加入')).toBeVisible()
      await expect(page).toHaveURL(inSpelling(/\/main\/cart\/info$/))
    })

    await step('give the information, faults and all', async () => {
      const send = page.getByRole('button', { name: '送出訂單' })
      await expectAmounts(page)
      await send.click()
      for (const fault of ['請輸入聯絡人', '請輸入聯絡電話', '請輸入地址', '請同意隱私權政策']) {
        await expect(page.getByText(fault)).toBeVisible()
      }
      await page.getByLabel('聯絡人').fill('王小明')
      await page.getByLabel('聯絡電話').fill('0912345678')
      await page.getByLabel('地址').fill('臺北市信義區市府路 1 號')
      await page.getByLabel('備註').fill('平日白天送達')
      await page.getByLabel('我同意隱私權政策').check()
      await send.click()
      await expect(page.getByText('已建立訂單')).toBeVisible()
      await expect(page).toHaveURL(inSpelling(/\/main\/cart\/pay\/[\w-]{20}$/))
    })

    await step('pay', async () => {
      await expect(page.getByText('尚未付款，請盡快完成付款')).toBeVisible()
      await expectAmounts(page)
      await expect(
        page
          .getByRole('term')
          .filter({ hasText: '訂單編號' })
          .locator('xpath=following-sibling::dd'),
      ).toHaveText(/^\d{6}-\d+$/)
      await expect(page.getByRole('definition').filter({ hasText: 'NT$1,008' })).toBeVisible()
      await page.getByRole('button', { name: '付款', exact: true }).click()
      await expect(page.getByText('付款完成')).toBeVisible()
    })
    const paidOrder = page.url()

    await step('find the cart empty and the order paid', async () => {
      await page.goto(`${root}/main/cart`)
      await expect(page.getByText('購物車是空的')).toBeVisible()
      await page.goto(`${root}/main/order`)
      await expect(page.getByText('已付款')).toBeVisible()
      await expectAmounts(page)
      await expect(page.getByRole('button', { name: /訂單編號/ })).toContainText(/\d{6}-\d+/)
    })

    await step('another member cannot open the order', async () => {
      const stranger = await browser.newPage()
      await signIn(stranger, await createMember(stranger.request))
      await stranger.goto(paidOrder)
      await expect(stranger.getByText('查無此訂單')).toBeVisible()
      await stranger.close()
    })
  })
}
