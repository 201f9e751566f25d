import { enterBackOffice } from '../../../tests/journeys/support/back-office.ts'
import { createMember, signIn } from '../../../tests/journeys/support/members.ts'
import {
  addToCart,
  listDemoProducts,
  placeOrder,
} from '../../../tests/journeys/support/shop-api.ts'

/** @typedef {import('@playwright/test').Page} Page */
/**
 * @typedef {object} Screen
 * @property {(page: Page) => Promise<unknown>} open
 * @property {boolean} [isWhole] The whole page, not the window.
 * @property {boolean} [isBusy] Requests are still open.
 * @property {boolean} [hasMotion]
 * @property {number} [maxWidth]
 */

export const shop = '**/v2/api/shopping-minmin'

/** @param {string} path @param {string} [waitFor] */
export const open = (path, waitFor) => async (/** @type {Page} */ page) => {
  await page.goto(`/#${path}`)
  if (waitFor) await page.getByText(waitFor).first().waitFor()
}

/** @param {Page} page @param {string} path @param {number} [status] */
export const fail = (page, path, status = 400) =>
  page.route(`${shop}/${path}`, (route) =>
    route.fulfill({ status, json: { success: false, message: '系統忙碌中' } }),
  )

/** @param {Page} page @param {string} path */
export const hold = (page, path) =>
  page.route(`${shop}/${path}`, () => new Promise(() => undefined))

/** @param {Page} page @param {number} index */
export async function productAt(page, index) {
  const product = (await listDemoProducts(page.request)).at(index)
  if (!product) throw new Error('The shop has no such product.')
  return product
}

/** Scrolls down once, so that every picture is loaded. @param {Page} page */
export async function seeAll(page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 60))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** @param {Page} page */
export async function fillCart(page) {
  for (const [index, qty] of [
    [0, 2],
    [4, 1],
    [9, 3],
  ]) {
    await addToCart(page.request, { product: await productAt(page, index ?? 0), qty: qty ?? 1 })
  }
}

/** @param {Page} page */
export async function enterAsMember(page) {
  const member = await createMember(page.request, { displayName: '王小明' })
  await signIn(page, member)
  return member
}

/** @param {Page} page */
export async function orderOf(page) {
  const member = await enterAsMember(page)
  const product = await productAt(page, 3)
  return placeOrder(page.request, { product, qty: 2 }, member.token)
}

/** @param {string} path @param {string} [heading] Without it, any. */
export const adminList = (path, heading) => async (/** @type {Page} */ page) => {
  await page.goto('/')
  await enterBackOffice(page, new URL(page.url()).origin)
  await page.goto(`/#${path}`)
  await page
    .getByRole('heading', { ...(heading && { name: heading }), level: 1 })
    .first()
    .waitFor()
}
