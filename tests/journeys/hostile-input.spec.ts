import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { orderApi } from '#contract/orders.ts'
import { uploadApi } from '#contract/uploads.ts'
import { hostileFiles, noise } from '../../src/server/testing/test-pictures.ts'
import {
  button,
  createCategory,
  enterBackOffice,
  freshWord,
  openList,
  rowOf,
} from './support/back-office.ts'
import { createMember, openAsMember } from './support/members.ts'
import { addToCart, adminToken, callShop, endpointPath } from './support/shop-api.ts'
import { test } from './support/test.ts'

const script = '<script>alert(1)</script>'
const image = '<img src=x onerror=alert(1)>'
const formula = '=HYPERLINK("https://evil.example","x")'
const turned = 'abc\u202Efdp.exe'
const message = [script, image, formula, turned, '{{7*7}}', 'javascript:alert(1)'].join('\n')

/** Executions of hostile texts, and foreign requests that they cause. */
async function watch(page: Page): Promise<string[]> {
  const deeds: string[] = []
  await page.exposeFunction('tell', (what: string) => deeds.push(what))
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell(what: string): void }
    window.alert = (what) => tell(`alert ${what}`)
  })
  page.context().on('request', (request) => {
    if (request.url().includes('evil.example')) deeds.push(request.url())
  })
  return deeds
}

/** Elements that one of the hostile texts has created. */
function born(page: Page) {
  return page.locator('img[src="x"], [onerror], svg[onload], a[href*="evil.example"], main script')
}

test('A8 names, addresses, messages and products that are markup, formulas or turned text are text on every screen', async ({
  page,
  baseURL,
}) => {
  const deeds = await watch(page)
  const admin = await enterBackOffice(page, baseURL)
  const title = `${image}${freshWord()}`
  const { products, search } = await createCategory(page.request, admin, [
    { title, content: script, unit: '<b>', description: `<p>一</p>${script}` },
  ])
  const [product] = products
  if (!product) throw new Error('no product was made')
  const member = await createMember(page.request)
  const line = { product, qty: 1 }
  await addToCart(page.request, line, member.token)
  const user = { name: '<u>王</u>', email: '=1+1&b@x', tel: '0912345678', address: image + formula }
  const order = { user, message }
  const { orderId } = await callShop(page.request, orderApi.create, { data: order }, member.token)
  await addToCart(page.request, line, member.token)

  await openAsMember(page, member)
  for (const [address, texts] of [
    [`/#/main/prods/detail/${product.id}`, [title, script]],
    ['/#/main/cart', [title]],
    ['/#/main/cart/info', [title]],
    [`/#/main/cart/pay/${orderId}`, [title, script, formula, turned]],
    ['/#/main/order', [title, script, formula, turned]],
  ] as const) {
    await page.goto(address)
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible()
    await expect(born(page)).toHaveCount(0)
  }

  await openList(page, '產品', search)
  await expect(rowOf(page, title)).toBeVisible()
  await openList(page, '訂單', '?sort=id&order=desc')
  const row = rowOf(page, orderId)
  await expect(row).toContainText(script)
  // A direction override affects only its own cell.
  const cell = row.getByRole('cell').filter({ hasText: turned })
  await expect(cell).toHaveCount(1)
  await expect(cell).not.toContainText('NT$')
  await button(row, '編輯').click()
  await expect(page.getByRole('dialog').getByLabel('訂購人')).toHaveValue('<u>王</u>')
  await expect(page.getByRole('dialog').getByLabel('地址')).toHaveValue(image + formula)
  await expect(born(page)).toHaveCount(0)
  expect(deeds).toEqual([])
})

async function upload(request: APIRequestContext, token: string, bytes: Buffer) {
  return request.post(endpointPath(uploadApi.upload), {
    headers: { Authorization: token },
    multipart: { file: { name: 'picture.png', mimeType: 'image/png', buffer: bytes } },
  })
}

test('E1 a file that is picture and page at once runs nothing when its address is opened', async ({
  page,
  request,
}) => {
  const deeds = await watch(page)
  const token = await adminToken(request)
  const tail = Buffer.from(`<html><body>${script}${image}</body></html>`)
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const picture = await noise(24, 16).toFormat(format).toBuffer()
    const reply = await upload(request, token, Buffer.concat([picture, tail]))
    expect(reply.status()).toBe(200)
    const { imageUrl } = await reply.json()
    const opened = await page.goto(imageUrl)
    expect(opened?.headers()['content-type']).toBe('image/jpeg')
    expect(await opened?.body().then((body) => body.includes('<script'))).toBe(false)
  }
  for (const bytes of Object.values(await hostileFiles())) {
    expect((await upload(request, token, bytes)).status()).toBe(400)
  }
  expect(deeds).toEqual([])
})
