import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createMember, openAsMember } from './support/members.ts'
import { addToCart, getDemoProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.beforeEach(async ({ page, baseURL }) => {
  // Settings that speak for the shop ask for a password that was given within 15 minutes.
  await enterBackOffice(page, baseURL, { isOwnSession: true })
})
/** The other journeys of this shop know its defaults, and the look of the demo. */
test.afterEach(async ({ request }) => {
  await queryShop(`delete from settings where "group" not in ('brand', 'home', 'credit')`, [])
  await queryShop('delete from shipping_methods', [])
  await queryShop(`select pg_notify('settings_changed', '')`, [])
  await expect
    .poll(
      async () =>
        (await (await request.get('/v2/api/shopping-minmin/settings')).json()).settings.shop.name,
    )
    .toBe('MinMin 團購')
})

const form = (page: Page, name: string) => page.getByRole('form', { name })

async function open(page: Page, group: string, title: string) {
  await page.goto(`/#/backend/setting/${group}`)
  await expect(form(page, title)).toBeVisible()
}

test('each group of settings is saved by itself, payment methods and mail texts with their checks (SETTING-02, SETTING-05, SETTING-09, SETTING-13, SETTING-14)', {
  tag: '@long',
}, async ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name })

  await test.step('leaving with changes asks, and a colleague is not overwritten', async () => {
    await page.goto('/#/backend/setting')
    for (const name of ['商店資訊', '配送', '付款方式', '訂單', '庫存', '信件', '安全', '隱私']) {
      await tab(name).click()
      await expect(button(form(page, name), '儲存')).toBeVisible()
      await expectNoAxeViolations(page)
    }
    await tab('庫存').click()
    await page.getByLabel('低庫存提醒').fill('8')
    await tab('配送').click()
    const question = page.getByRole('alertdialog', { name: '尚有未儲存的變更' })
    await button(question, '繼續編輯').click()
    await queryShop(
      `insert into settings ("group", values, version, updated_by) values ('stock', '{"low_at": 6}', 1, 'somebody')`,
      [],
    )
    await button(page, '儲存').click()
    await expect(page.getByText('設定已被他人更新，請重新載入')).toBeVisible()
    await tab('配送').click()
    await button(question, '捨棄變更').click()
    await page.getByLabel('出貨時間').fill('三天內')
    await tab('信件').click()
    await button(question, '捨棄變更').click()
  })

  await test.step('a mail text is previewed before it is saved, and its default comes back', async () => {
    await page.getByLabel('內文').fill('{訂購人} 您好，<b>謝謝</b>')
    await button(page, '預覽').click()
    const dialog = page.getByRole('dialog', { name: '預覽' })
    await expect(dialog.getByText('主旨：MinMin 團購：訂單成立')).toBeVisible()
    const html = dialog.getByLabel('HTML 信件')
    await expect(html.getByText('王小明 您好，<b>謝謝</b>')).toBeVisible()
    await expect(dialog.locator('pre')).toContainText('我們不會來電要求您操作 ATM 或變更付款設定')
    await button(dialog, '關閉').click()
    await button(page, '寄送測試信').click()
    await expect(page.getByText('已寄出測試信')).toBeVisible()
    await page.getByLabel('內文').fill('您好 {電話號碼}')
    await button(form(page, '信件'), '儲存').click()
    await expect(page.getByText('不認識的欄位：{電話號碼}').first()).toBeVisible()
    await button(page, '還原預設').click()
    await expect(page.getByLabel('內文')).toHaveValue(
      '您好，我們已收到您的訂單，收到款項後就開始備貨。',
    )
  })

  await test.step('payment methods are ordered, named and switched off, all but the last one', async () => {
    await open(page, 'payment', '付款方式')
    const method = (name: string) => page.getByRole('group', { name, exact: true })
    const names = () =>
      form(page, '付款方式')
        .getByRole('group')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    await button(page, '上移銀行轉帳').click()
    await expect(button(page, '上移銀行轉帳')).toBeFocused()
    expect((await names()).slice(-2)).toEqual(['銀行轉帳', '超商條碼繳費'])
    await method('ATM 轉帳').getByLabel('說明').fill('長'.repeat(201))
    await button(form(page, '付款方式'), '儲存').click()
    await expect(method('ATM 轉帳').getByText('說明最多 200 個字')).toBeVisible()
    await method('ATM 轉帳').getByLabel('說明').fill('三天內繳費')
    await method('信用卡').getByRole('checkbox').uncheck()
    await page.getByLabel('匯款帳號').fill('測試銀行 000 分行\n123-456-789 小農有限公司')
    await button(form(page, '付款方式'), '儲存').click()
    await expect(page.getByText('已更新設定')).toBeVisible()
    await page.reload()
    await expect(method('ATM 轉帳').getByLabel('說明')).toHaveValue('三天內繳費')
    await expect(method('信用卡').getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByLabel('匯款帳號')).toHaveValue(/123-456-789/)
    expect((await names()).slice(-2)).toEqual(['銀行轉帳', '超商條碼繳費'])
    for (const name of ['ATM 轉帳', '超商代碼繳費', '超商條碼繳費', '銀行轉帳']) {
      await method(name).getByRole('checkbox').uncheck()
    }
    await button(form(page, '付款方式'), '儲存').click()
    await expect(page.getByText('至少需保留一種付款方式')).toBeVisible()
  })
})

test('the storefront shows who runs the shop, as text, and what is missing for free shipping (SETTING-07, SETTING-08, SETTING-11)', async ({
  page,
}) => {
  await test.step('a shipping fee and who runs the shop are saved', async () => {
    await open(page, 'shipping', '配送說明')
    await button(page.getByRole('group', { name: '宅配' }), '編輯').click()
    const method = page.getByRole('dialog', { name: '編輯 宅配' })
    await method.getByRole('textbox', { name: '運費' }).fill('10001')
    await button(method, '儲存').click()
    await expect(method.getByText('運費請填 0 到 10,000 的整數')).toBeVisible()
    await expectNoAxeViolations(page)
    await method.getByRole('textbox', { name: '運費' }).fill('80')
    await method.getByLabel('滿額免運').fill('100000')
    await button(method, '儲存').click()
    await expect(page.getByText('已更新配送方式')).toBeVisible()
    await expect(page.getByText('NT$80，滿 NT$100,000 免運')).toBeVisible()
  })

  const name = '<b>小農</b> & 團購'
  await test.step('name, contact and who runs the shop stand in header, title and footer', async () => {
    await page.getByRole('tab', { name: '商店資訊' }).click()
    await page.getByLabel('商店名稱').fill(name)
    await page.getByLabel('聯絡電話').fill('02-8765-4321')
    await page.getByLabel('公司名稱').fill('小農有限公司')
    await page.getByLabel('統一編號').fill('12345678')
    await button(page, '儲存').click()
    await expect(page.getByText('統一編號的內容不正確')).toBeVisible()
    await page.getByLabel('統一編號').fill('04595257')
    await page.getByLabel('顯示展示聲明').uncheck()
    const reply = page.waitForResponse((one) => one.request().method() === 'PUT')
    await button(page, '儲存').click()
    expect((await reply).status()).toBe(200)
    // Until the form has taken the reply, the page asks before it is left, and a reload waits for ever.
    await expect.poll(() => page.evaluate(asksBeforeLeaving)).toBe(false)
    await page.goto('/#/main/prods')
    await page.reload()
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`｜${name}$`))
    const footer = page.getByRole('contentinfo')
    for (const text of [name, '02-8765-4321', '小農有限公司', '統一編號：04595257']) {
      await expect(footer.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect(footer.getByText('本公司不會主動致電客戶')).toBeVisible()
    await expect(footer.getByText('本網站僅供個人作品展示使用')).toBeHidden()
    await expect(footer.getByText('負責人')).toBeHidden()
  })

  await test.step('the fee stands in the cart and at the checkout', async () => {
    const product = await getDemoProduct(page.request)
    const member = await createMember(page.request)
    await addToCart(page.request, { product, qty: 1 }, member.token)
    await openAsMember(page, member)
    await page.goto('/#/main/cart')
    const amounts = page.locator('dl', { hasText: '運費' })
    await expect(amounts.getByText('NT$80')).toBeVisible()
    const left = (100_000 - product.price).toLocaleString('zh-TW')
    await expect(page.getByText(`再買 NT$${left} 即可免運`)).toBeVisible()
    const charge = (product.price + 80).toLocaleString('zh-TW')
    await expect(page.getByText(`NT$${charge}`)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto('/#/main/cart/info')
    await expect(button(page, '送出訂單')).toBeVisible()
    await expect(amounts.getByText('NT$80')).toBeVisible()
    await expect(page.getByText(`再買 NT$${left} 即可免運`)).toBeVisible()
  })
})

function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a pick-up that the owner adds is chosen at the checkout; a fee that changed meanwhile is told, and what is typed stays (SHIP-03) @long', async ({
  page,
  browser,
}) => {
  await test.step('the owner adds it', async () => {
    await open(page, 'shipping', '配送說明')
    await button(page, '新增自取').click()
    const dialog = page.getByRole('dialog', { name: '新增自取' })
    await dialog.getByRole('textbox', { name: '取貨地點' }).fill('中山店')
    await dialog.getByRole('textbox', { name: '地址' }).fill('臺北市中山區民生東路一段 1 號')
    await expectNoAxeViolations(page)
    await button(dialog, '新增').click()
    await expect(page.getByText('已新增配送方式')).toBeVisible()
    await expect(
      page.getByRole('group', { name: '自取' }).getByText('免運費・中山店'),
    ).toBeVisible()
  })

  const context = await browser.newContext()
  const guest = await context.newPage()
  const product = await getDemoProduct(guest.request)
  await addToCart(guest.request, { product, qty: 1 })
  await guest.goto('/#/main/cart')
  await guest.getByRole('link', { name: '以訪客結帳' }).click()

  await test.step('a guest chooses it, and is asked for no address', async () => {
    await guest.getByLabel('聯絡人').fill('王小明')
    await guest.getByLabel('電子信箱').fill('pick-up@example.com')
    await guest.getByLabel('聯絡電話').fill('0912345678')
    await expect(guest.getByLabel('地址')).toBeVisible()
    await guest.getByText('自取', { exact: true }).click()
    await expect(guest.getByLabel('地址')).toHaveCount(0)
    await expect(guest.getByText('臺北市中山區民生東路一段 1 號')).toBeVisible()
    await guest.getByLabel('我同意隱私權政策').check()
    await expectNoAxeViolations(guest)
  })

  await test.step('the fee changes before the order is sent', async () => {
    await queryShop(`update shipping_methods set fee = 30 where kind = 'place'`, [])
    await button(guest, '送出訂單').click()
    await expect(guest.getByText('運費已變更為 NT$30，請確認後再送出')).toBeVisible()
    await expect(guest.getByLabel('聯絡人')).toHaveValue('王小明')
    const charge = (product.price + 30).toLocaleString('zh-TW')
    await expect(guest.getByText(`NT$${charge}`).first()).toBeVisible()
    await button(guest, '送出訂單').click()
    await expect(guest).toHaveURL(/cart\/pay\//)
  })

  await test.step('the order says where to go', async () => {
    await guest.goto(guest.url().replace('/cart/pay/', '/order/'))
    await expect(guest.getByText('取貨地點')).toBeVisible()
    await expect(guest.getByText('中山店', { exact: true })).toBeVisible()
    await expectNoAxeViolations(guest)
  })
  await context.close()
})
