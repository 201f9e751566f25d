import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { adminShippingApi } from '#contract/admin-shipping.ts'
import type { Product } from '#contract/catalog.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { storeChains } from '#contract/shipping-kinds.ts'
import { storeApi } from '#contract/stores.ts'
import type { RunningGateway } from '../../gateway/start-gateway.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { createMember, signIn } from './support/members.ts'
import { collectFaults } from './support/page-faults.ts'
import { test } from './support/sandbox-test.ts'
import { adminToken, callShop, endpointPath, getDemoProduct } from './support/shop-api.ts'

// They share a shop and its one method of stores.
test.describe.configure({ mode: 'default' })

const nangang = '7-ELEVEN 南港門市（131386）'
const family = '全家 台北三重店（006598）'
let mug: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
  await openStoreMethod(request)
})

/** The stores were fetched at the start; the method opens them to shoppers. */
async function openStoreMethod(request: APIRequestContext) {
  await expect
    .poll(async () => {
      const path = endpointPath(storeApi.list)
      const reply = await request.get(path, { params: { chain: 'UNIMART', q: '131386' } })
      return ((await reply.json()) as { stores: unknown[] }).stores.length
    })
    .toBe(1)
  const token = await adminToken(request)
  const { methods } = await callShop(request, adminShippingApi.list, {}, token)
  if (methods.some(({ kind }) => kind === 'store')) return
  const data = {
    ...{ kind: 'store' as const, name: '超商取貨', fee: 60, free_over: null, steps: undefined },
    ...{ outlying: { mode: 'same' as const }, max_weight_g: null, max_sides_mm: null },
    ...{ max_amount: null, temperatures: ['normal' as const], mixes: false, cod: true },
    ...{ is_on: true, chains: [...storeChains] },
  }
  await callShop(request, adminShippingApi.create, { data }, token)
}

/** A guest with a mug in the cart, at the checkout. */
async function openCheckout(page: Page) {
  await page.goto(`/#/main/prods/detail/${mug.id}`)
  await button(page, '加入購物車').click()
  await page.getByRole('link', { name: '查看購物車' }).click()
  await page.getByRole('link', { name: '以訪客結帳' }).click()
  await chooseStores(page)
}

async function chooseStores(page: Page) {
  await page.getByRole('radio', { name: '超商取貨' }).check()
  await expect(storeField(page)).toBeVisible()
}

const storeField = (page: Page) => page.getByRole('group', { name: '取貨門市' })
const chosen = (page: Page, title: string) => storeField(page).getByText(title, { exact: true })

async function expectReadable(page: Page) {
  await expectNoAxeViolations(page)
  await expectLargeTextFits(page)
}

async function typeContact(page: Page) {
  await page.getByLabel('聯絡人').fill('林小春')
  await page.getByLabel('聯絡電話').fill('0912-345-678')
}

test('a store is chosen by the keyboard, survives reload, back, sign-in and the payment page, and gets the parcel, which is handed in, told of and picked up (SHIP-05, SHIP-07, SHIP-08)', async ({
  page,
  baseURL,
  running,
}) => {
  const faults = await collectFaults(page)
  await test.step('by the keyboard alone', async () => {
    await openCheckout(page)
    await expectReadable(page)
    await page.getByLabel('店名、店號或路名').focus()
    await page.keyboard.type('131386')
    await expect(storeField(page).getByText('1 間門市')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(chosen(page, nangang)).toBeVisible()
    await expect(button(page, '更換門市')).toBeFocused()
    await expectReadable(page)
  })

  await test.step('it is there after a reload, and after back and forth', async () => {
    await page.reload()
    await page.goto('/#/main/cart')
    await page.getByRole('link', { name: '以訪客結帳' }).click()
    await expect(chosen(page, nangang)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: '購物車', level: 1 })).toBeVisible()
    await page.goForward()
    await expect(chosen(page, nangang)).toBeVisible()
  })

  const member = await createMember(page.request)
  await test.step('and moves with the cart at a sign-in', async () => {
    await signIn(page, member)
    await page.goto('/#/main/cart')
    await button(page, '填寫資料').click()
    await chooseStores(page)
    await expect(chosen(page, nangang)).toBeVisible()
  })

  let number = ''
  await test.step('the order has it, and so has the next checkout', async () => {
    await typeContact(page)
    await page.getByRole('checkbox', { name: /我同意/ }).check()
    await button(page, '送出訂單').click()
    await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
    await page.goto('/#/main/order')
    await page.getByRole('link', { name: '訂單進度' }).first().click()
    await expect(page.getByText(nangang)).toBeVisible()
    const shown = page.getByText(/^\d{6}-\d+$/).first()
    number = (await shown.textContent())?.trim() ?? ''
    await expectReadable(page)
    await page.goto(`/#/main/prods/detail/${mug.id}`)
    await button(page, '加入購物車').click()
    await page.goto('/#/main/cart')
    await button(page, '填寫資料').click()
    await chooseStores(page)
    await expect(chosen(page, nangang)).toBeVisible()
  })

  const token = await enterBackOffice(page, baseURL)
  const orderId = await markPaid(page.request, number, token)
  await test.step('its parcel is made, and its label opens in a window', async () => {
    await page.goto('/#/backend/shipment')
    await expect(page.getByText(number)).toBeVisible()
    await expectReadable(page)
    await page.getByRole('checkbox', { name: '全選' }).check()
    await button(page, '批次操作').click()
    await page.getByRole('menuitem', { name: '建立寄件單' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '建立寄件單' }).click()
    await viewLink(page, '待寄件').click()
    await expect(page.getByText(/^[A-Z]\d{11}$/)).toBeVisible()
    await expect(page.getByText(number)).toBeVisible()
    await expectReadable(page)
    await button(page, '標籤').click()
    await expect(button(page, '開啟第一張')).toBeVisible()
    await expectReadable(page)
    const opened = page.waitForEvent('popup')
    await button(page, '開啟第一張').click()
    const label = await opened
    await expect(label.getByText('南港門市').first()).toBeVisible()
    await label.close()
    await button(page, '關閉').click()
  })

  await test.step('and each state is shown as the chain tells it', async () => {
    await tell(running, ['handedIn', 'atCentre', 'atStore'])
    await viewLink(page, '到店待取').click()
    await expect(page.getByText(number)).toBeVisible()
    await page.goto(`/#/backend/order/${orderId}`)
    await expect(page.getByRole('heading', { name: '超商寄件' })).toBeVisible()
    await expect(page.getByText(/^顧客可取貨到/)).toBeVisible()
    await expectReadable(page)
    await tell(running, ['pickedUp'])
    await page.reload()
    await expect(page.getByText('已取件').first()).toBeVisible()
    await page.goto(`/#/main/order/${orderId}`)
    await expect(page.getByText('已送達').first()).toBeVisible()
  })
  expect(faults).toEqual([])
})

test('a store is chosen on the map of its chain, by a guest on a phone (SHIP-06)', {
  tag: '@phone-only',
}, async ({ page }) => {
  await openCheckout(page)
  await storeField(page).getByText('全家', { exact: true }).click()
  await button(page, '用地圖選').click()
  await expect(page.getByRole('heading', { name: '選擇取貨門市', level: 1 })).toBeVisible()
  await page.goBack()
  await chooseStores(page)
  await storeField(page).getByText('全家', { exact: true }).click()
  await button(page, '用地圖選').click()
  await button(page, '選擇 全家台北三重店').click()
  await expect(chosen(page, family)).toBeVisible()
  await expect(page.getByRole('heading', { name: '填寫寄送資訊' })).toBeVisible()
  await expectReadable(page)
  await typeContact(page)
  await page.getByLabel('電子信箱').fill('ming@example.com')
  await page.getByRole('checkbox', { name: /我同意/ }).check()
  await button(page, '送出訂單').click()
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
})

test('取貨付款 is chosen after the checkout, sent unpaid, collected by the label and paid at the pick-up (SHIP-09) @long', async ({
  page,
  baseURL,
  running,
}) => {
  const faults = await collectFaults(page)
  await openCheckout(page)
  await page.getByLabel('店名、店號或路名').fill('131386')
  await expect(storeField(page).getByText('1 間門市')).toBeVisible()
  await page.getByLabel('店名、店號或路名').press('Tab')
  await page.keyboard.press('Enter')
  await expect(chosen(page, nangang)).toBeVisible()
  await typeContact(page)
  await page.getByLabel('電子信箱').fill('chun@example.com')
  await page.getByRole('checkbox', { name: /我同意/ }).check()
  await button(page, '送出訂單').click()
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  await page.getByRole('radio', { name: '取貨付款' }).check()
  await expect(page.getByText(/^到店付現 NT\$/)).toBeVisible()
  await expectReadable(page)
  await button(page, '確認，取貨時付款').click()
  await expect(page.getByRole('heading', { name: '訂單成立', level: 1 })).toBeFocused()
  await expectReadable(page)
  await page.getByRole('link', { name: '查看訂單' }).click()
  await expect(page.getByText(/^到店取貨時請付 NT\$/)).toBeVisible()
  await expect(page.getByRole('link', { name: '改用線上付款' })).toBeVisible()
  await expectReadable(page)
  const orderId = new URL(page.url()).hash.split('/').at(-1) ?? ''
  const number =
    (
      await page
        .getByText(/^\d{6}-\d+$/)
        .first()
        .textContent()
    )?.trim() ?? ''

  await enterBackOffice(page, baseURL)
  await page.goto('/#/backend/shipment')
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expect(page.getByText(/^取貨付款 NT\$/)).toBeVisible()
  await page.getByRole('checkbox', { name: '全選' }).check()
  await button(page, '批次操作').click()
  await page.getByRole('menuitem', { name: '建立寄件單' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '建立寄件單' }).click()
  await viewLink(page, '待寄件').click()
  await expect(page.getByText(/^[A-Z]\d{11}$/)).toBeVisible()
  await expectReadable(page)
  await page.goto(`/#/backend/order/${orderId}`)
  await expect(page.getByText(/^取貨付款，代收 NT\$/)).toBeVisible()
  await expect(page.getByText('備貨中', { exact: true })).toBeVisible()
  await expectReadable(page)
  await tell(running, ['handedIn', 'atCentre', 'atStore', 'pickedUp'])
  await page.goto(`/#/main/order/${orderId}`)
  await expect(page.getByText('已送達').first()).toBeVisible()
  await expect(page.getByText('已付款').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '改用線上付款' })).toBeHidden()
  expect(faults).toEqual([])
})

const viewLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '超商寄件' }).getByRole('link', { name })

async function markPaid(request: APIRequestContext, number: string, token: string) {
  const path = endpointPath(adminOrderApi.list)
  const headers = { Authorization: token }
  const reply = await request.get(path, { params: { q: number }, headers })
  const { orders } = (await reply.json()) as { orders: { id: string }[] }
  const id = orders[0]?.id ?? ''
  const data = { is_paid: true }
  await callShop(request, adminOrderApi.update, { params: { id }, data }, token)
  return id
}

/** The chain moves the newest parcel, that of the journey, and tells the shop. */
async function tell({ gateway, address }: RunningGateway, steps: readonly string[]) {
  const [parcel] = gateway.parcels.list()
  for (const to of steps) {
    const response = await fetch(`${address}/parcels/${parcel?.merchantTradeNo}/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to }),
    })
    expect(response.ok).toBe(true)
    await gateway.notifier.idle()
  }
}
