import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { adminGroupApi } from '#contract/admin-campaigns.ts'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { paymentApi } from '#contract/payments.ts'
import { screens } from '#contract/screens.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { createParticipant, joinGroup, openCampaign, takeSellerLink } from './support/campaigns.ts'
import { untilTakenOver } from './support/documents.ts'
import { goToScreen } from './support/go-to-screen.ts'
import { findSquashedText } from './support/large-text.ts'
import { restoreSession } from './support/members.ts'
import {
  addToCart,
  adminToken,
  callShop,
  createProduct,
  getDemoProduct,
  placeOrder,
} from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { smallControls } from './support/small-controls.ts'
import { test } from './support/test.ts'

/** Pixels below a bar that is fixed at the bottom, or of the end of the page that large text puts under it. */
const misplacedBar = (page: Page) =>
  page.evaluate(async () => {
    const bar = document.querySelector('[data-bottom-bar=fixed]')
    if (!bar) return 0
    const { style } = document.documentElement
    const below = innerHeight - bar.getBoundingClientRect().bottom
    style.fontSize = '200%'
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    const reserved = Number.parseFloat(getComputedStyle(document.body).paddingBottom)
    const covered = bar.getBoundingClientRect().height - reserved
    style.fontSize = ''
    return Math.max(below, covered)
  })

async function addWithToast(page: Page) {
  await page.getByRole('button', { name: '加入購物車' }).first().click()
  await expect(page.getByRole('status').getByRole('link', { name: '查看購物車' })).toBeVisible()
}

/** Screens that are tried for large text alone; no two in a row have the same heading. */
const textScreens = [
  ...['/', '/main/articles/none', '/main/prods', '/main/page/none', '/main/track'],
  ...['/main/cancelRestock', '/main/loginBackend', '/main/newsletter', '/main/forgotBackend'],
  ...['/main/newsletter/cancel', '/main/resetBackend', '/main/staffInvitation', '/main/firstAdmin'],
]

/** Whether the page as a whole can be moved sideways. */
const sidewaysPixels = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('on a phone no screen of the shop scrolls sideways, cuts large text, has small buttons or violations (EASE-14, GROUP-24)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const admin = await adminToken(page.request)
  const product = await getDemoProduct(page.request)
  const member = await createParticipant(page.request)
  const sold = { has_sellers: true, commission_percent: 5 }
  const pool = await openCampaign(page.request, admin, sold)
  await takeSellerLink(page.request, pool, member)
  const team = await openCampaign(page.request, admin, { kind: 'team' })
  await joinGroup(page.request, pool, member)
  for (const other of ['陳', '林', '黃', '張', '李']) {
    await joinGroup(page.request, pool, await createParticipant(page.request, other))
  }
  const [group] = await queryShop('select id from groups where code = $1', [pool.code])
  const led = { params: { id: String(group?.id) }, data: { email: member.email } }
  await callShop(page.request, adminGroupApi.leader, led, admin)
  const orderId = await placeOrder(page.request, { product, qty: 2 }, member.token)
  const sentId = await placeOrder(page.request, { product, qty: 2 }, member.token)
  const params = { id: sentId }
  await callShop(page.request, paymentApi.pay, { params }, member.token)
  const parcel = { params, data: { carrier: 'tcat' as const } }
  await callShop(page.request, adminOrderLifeApi.ship, parcel, admin)
  await addToCart(page.request, { product, qty: 2 }, member.token)

  // The search offers categories: one is a word that no line of a phone has room for.
  const long = { title: '長類別的商品', price: 100, category: '一個名字很長的類別與它的全部商品' }
  const ofLongCategory = await createProduct(page.request, admin, long)

  const found: Record<string, unknown> = {}
  const visited: string[] = [...textScreens]
  async function visit(path: string) {
    visited.push(path)
    await test.step(path, async () => {
      // The form of a team stands on the page of its campaign.
      if (path.endsWith('?join=1')) await page.goto(`/#${path}`)
      else await goToScreen(page, `/#${path}`)
      await untilTakenOver(page)
      await expect(page.getByRole('status', { name: /載入中/ })).toHaveCount(0)
      if (path.endsWith('?join=1')) await expect(page.getByRole('dialog')).toBeVisible()
      if (path.startsWith('/main/prods/detail/')) await addWithToast(page)
      const faults = {
        sideways: await sidewaysPixels(page),
        small: await smallControls(page),
        squashed: await findSquashedText(page),
        bar: await misplacedBar(page),
      }
      if (
        faults.sideways > 0 ||
        faults.bar > 1 ||
        faults.small.length + faults.squashed.length > 0
      ) {
        found[path] = faults
      }
      await expectNoAxeViolations(page)
    })
  }
  for (const path of textScreens) {
    await test.step(path, async () => {
      await goToScreen(page, `/#${path}`)
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(page.getByRole('status', { name: /載入中/ })).toHaveCount(0)
      const squashed = await findSquashedText(page)
      if (squashed.length > 0) found[path] = { squashed }
    })
  }
  await visit('/main/memberLogin')
  await visit('/main/cart')
  await restoreSession(page, member)
  for (const path of [
    '/main/groups',
    `/main/groups/detail/${team.id}`,
    `/main/groups/detail/${team.id}?join=1`,
    `/g/${pool.code}`,
    `/main/search?q=${product.category}`,
    `/main/prods/detail/${product.id}`,
    '/main/cart',
    '/main/cart/info',
    `/main/cart/pay/${orderId}`,
    '/main/order',
    '/main/orderLookup',
    `/main/order/${orderId}`,
    `/main/order/${orderId}/change`,
    `/main/order/${sentId}/return`,
    '/main/member',
    '/main/member/credit',
    `/main/member/selling/${pool.id}`,
    '/main/member/groups',
    `/main/member/groups/${pool.code}`,
    `/main/member/groups/${pool.code}/account`,
    `/main/member/groups/${pool.code}/line-orders`,
    '/main/handOut',
    '/main/articles',
    '/main/privacy',
    '/main/terms',
  ]) {
    await visit(path)
  }
  expect(found).toEqual({})
  const shown = Object.keys(screens).filter((pattern) =>
    visited.some((path) => matchPath(pattern, path.split('?')[0] ?? '')),
  )
  expect(shown).toEqual(Object.keys(screens).filter((pattern) => pattern !== '/backend'))
  const removal = { params: { id: ofLongCategory.id } }
  await callShop(page.request, adminCatalogApi.remove, removal, admin)
})
