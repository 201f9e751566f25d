import { expect, type Page } from '@playwright/test'
import { customerApi } from '#contract/customers.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, expectLoaded, freshWord } from './support/back-office.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { callShop, createProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

/** A guest with so many orders, and the page of this customer. */
async function createCustomer(page: Page, orders: number) {
  const word = freshWord()
  const product = await createProduct(page.request, token, { title: `${word} 茶罐`, price: 300 })
  const user = {
    name: `顧客${word}`,
    email: `${word}@example.com`,
    tel: '0912345678',
    address: '臺北市信義區市府路 1 號',
  }
  for (let n = 0; n < orders; n++) {
    const data = { user, products: [{ product_id: product.id, qty: 1 }], is_paid: n === 0 }
    await callShop(page.request, adminOrderApi.create, { data }, token)
  }
  const query = { q: word }
  await expect
    .poll(async () => (await listed(page, query.q)).length, { message: 'the customer is listed' })
    .toBe(1)
  const [customer] = await listed(page, word)
  return { word, user, product, customer }
}

async function listed(page: Page, q: string) {
  const path = `/v2/api/shopping-minmin/admin/customers?q=${q}`
  const response = await page.request.get(path, { headers: { Authorization: token } })
  return (await response.json()).customers
}

async function openCustomer(page: Page, customer: { id: string }) {
  await page.goto(`/#/backend/customer/${customer.id}`)
  await expect(page.getByText(`顧客編號 ${customer.id}`)).toBeVisible()
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('customers are listed, the last order first, found, and have a page of parts that fail by themselves (CUSTOMER-01, CUSTOMER-04, FIND-04, FIND-12)', {
  tag: '@long',
}, async ({ page }) => {
  const { word, user, customer } = await createCustomer(page, 11)

  await test.step('the list finds them', async () => {
    await page.goto('/#/backend/customer')
    await expect(page.getByRole('heading', { name: '顧客列表', level: 1 })).toBeVisible()
    await expectLoaded(page)
    const heads = await page.getByRole('columnheader').allTextContents()
    for (const label of ['顧客', '電話', '訂單數', '消費金額', '最近訂購', '標籤']) {
      expect(heads.join(' ')).toContain(label)
    }
    const first = page.getByRole('main').getByRole('row').nth(1)
    await expect(first).toContainText(user.tel)
    await page.getByRole('searchbox', { name: '關鍵字' }).fill(word)
    await page.getByRole('searchbox', { name: '關鍵字' }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${word}`))
    await expect(first).toContainText('NT$300')
    await expect(first.getByRole('cell', { name: '11', exact: true })).toBeVisible()
    await expectNoAxeViolations(page)
    const narrow = async (label: string, text: string) => {
      await button(page, '篩選').click()
      const dialog = page.getByRole('dialog', { name: '篩選' })
      await dialog.getByLabel(label).fill(text)
      await button(dialog, '套用').click()
    }
    await narrow('最低消費金額', '301')
    await expect(page.getByText('查無符合條件的資料')).toBeVisible()
    await narrow('最低消費金額', '300')
    await narrow('最少訂單數', '11')
    await expect(page).toHaveURL(/orders_min=11/)
    await expect(page).toHaveURL(/spent_min=300/)
    await first.getByRole('link', { name: user.name }).click()
    await expect(page.getByText(`顧客編號 ${customer.id}・訪客`)).toBeVisible()
  })

  await test.step('the page of one', async () => {
    await expect(part(page, '聯絡資料')).toContainText(user.address)
    const orders = part(page, '訂單')
    await expect(orders.getByRole('link')).toHaveCount(10)
    const second = orders.getByRole('button', { name: /2/ })
    await second.click()
    await expect(orders.getByRole('link')).toHaveCount(1)
    for (const [name, text] of [
      ['團購', '沒有參加團購'],
      ['使用的優惠券', '沒有使用優惠券'],
      ['內部備註', '沒有備註'],
    ] as const) {
      await expect(part(page, name)).toContainText(text)
    }
    await expect(part(page, '信件紀錄')).toBeVisible()
    await expectNoAxeViolations(page)
    // One part that fails leaves the others.
    await interceptRequests(page, '**/admin/customer/*/mails**', (route) => route.abort())
    await page.reload()
    await expect(part(page, '信件紀錄').getByRole('button', { name: '重試' })).toBeVisible()
    await expect(orders.getByRole('link')).toHaveCount(10)
  })
})

test('a customer gets notes, tags, an order and a file of all that the shop has (CUSTOMER-05, CUSTOMER-06, CUSTOMER-07, PRIVACY-05)', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { word, user, product, customer } = await createCustomer(page, 1)
  await enterBackOffice(page, baseURL, { isOwnSession: true })

  const tag = `常客${word}`.slice(0, 20)
  const other = await createCustomer(page, 1)
  await openCustomer(page, customer)

  await test.step('an order is entered with the contact filled in', async () => {
    await page.getByRole('link', { name: '代客建立訂單' }).click()
    const form = page.getByRole('form', { name: '代客建立訂單' })
    await expect(form.getByLabel('姓名')).toHaveValue(user.name)
    await expect(form.getByLabel('縣市')).toHaveValue('臺北市')
    await expect(form.getByLabel('地址')).toHaveValue('市府路 1 號')
    await expect(form.getByRole('button', { name: '建立訂單' })).toBeDisabled()
    await form.getByLabel('加入商品').fill(word)
    await page.getByRole('option', { name: product.title }).click()
    await form.getByLabel('數量').fill('3')
    await expect(form.getByText('總計NT$900')).toBeVisible()
    await expectNoAxeViolations(page)
    await form.getByRole('button', { name: '建立訂單' }).click()
    await expect(part(page, '訂購人')).toContainText(user.address)
    await openCustomer(page, customer)
    await expect(part(page, '訂單').getByRole('link')).toHaveCount(2)
    await expect(part(page, '訂單')).toContainText('NT$900')
  })

  await test.step('notes are shown as plain text, and tags are offered while they are typed', async () => {
    const data = { tags: [tag] }
    await callShop(
      page.request,
      customerApi.update,
      { params: { id: other.customer.id }, data },
      token,
    )
    const notes = part(page, '內部備註')
    await notes.getByLabel('內部備註').fill('<b>怕吵</b>')
    await button(page, '新增備註').click()
    await expect(notes.getByText('<b>怕吵</b>')).toBeVisible()
    await notes.getByRole('button', { name: /^刪除備註/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click()
    await expect(notes).toContainText('沒有備註')
    const tags = part(page, '標籤')
    await tags.getByRole('combobox').fill(tag.slice(0, 6))
    await page.getByRole('option', { name: tag }).click()
    await expect(tags.getByRole('button', { name: tag })).toBeVisible()
  })

  await test.step('all that the shop has is written to a file and fetched', async () => {
    await button(page, '匯出個資').click()
    await expect(page).toHaveURL(/#\/backend\/run\//)
    await expect(page.getByRole('heading', { name: '匯出（個人資料）' })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await button(page, '下載').click()
    expect((await downloading).suggestedFilename()).toMatch(/^person-\d+-.*\.json$/)
  })

  await test.step('customers are found by their tag', async () => {
    await page.goto(`/#/backend/customer?tag=${encodeURIComponent(tag)}`)
    for (const one of [customer, other.customer]) {
      await expect(page.getByRole('link', { name: one.name })).toBeVisible()
    }
  })
})
