import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { adminCatalogApi } from '#contract/catalog.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  button,
  createCategory,
  enterBackOffice,
  freshWord,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { callShop, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label })

async function openNew(page: Page): Promise<Locator> {
  await button(page, '新增產品').click()
  return page.getByRole('dialog', { name: '新增產品' })
}

async function openEdit(page: Page, title: string): Promise<Locator> {
  await button(rowOf(page, title), '編輯').click()
  return page.getByRole('dialog', { name: `編輯 ${title}` })
}

const picture = (color: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()

test('APRODUCT-27 APRODUCT-28 APRODUCT-33 APRODUCT-36 APRODUCT-42 APRODUCT-43 APRODUCT-44 VALID-36 VALID-37 VALID-38 VALID-39 VALID-40 a new product starts with its defaults', async ({
  page,
}) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  const required = [
    '主圖網址',
    '圖片網址 1',
    '圖片網址 2',
    '圖片網址 3',
    '圖片網址 4',
    '圖片網址 5',
    '分類',
    '單位',
    '原價',
    '售價',
    '內容',
  ]
  for (const label of required) {
    await expect(field(dialog, label)).toHaveAttribute('required', '')
    await expect(dialog.locator('label', { hasText: `${label} *` })).toBeAttached()
  }
  for (const label of ['標題', '描述']) {
    await expect(field(dialog, label)).not.toHaveAttribute('required')
  }
  const empty = ['主圖網址', '標題', '分類', '單位', '內容', '描述']
  for (const label of [...empty, ...required.slice(1, 6)]) {
    await expect(field(dialog, label)).toHaveValue('')
  }
  await expect(field(dialog, '原價')).toHaveValue('83000')
  await expect(field(dialog, '售價')).toHaveValue('39900')
  await expect(dialog.getByRole('checkbox', { name: '是否啟用' })).toBeChecked()
  await expect(field(dialog, '內容')).toHaveAttribute('rows', '3')
  await expect(field(dialog, '描述')).toHaveAttribute('rows', '10')
  await expect(button(dialog, '新增')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('APRODUCT-31 APRODUCT-34 APRODUCT-39 APRODUCT-40 APRODUCT-41 VALID-34 a product is created, as numbers and flag, and the form is fresh again', async ({
  page,
}) => {
  const category = `類別${freshWord()}`
  await openList(page, '產品', `?category=${encodeURIComponent(category)}`)
  let dialog = await openNew(page)
  await field(dialog, '標題').fill('新的檯燈')
  await field(dialog, '分類').fill(category)
  await field(dialog, '單位').fill('盞')
  await field(dialog, '原價').fill('1200')
  await field(dialog, '售價').fill('990')
  await field(dialog, '內容').fill('第一行')
  await field(dialog, '描述').fill('<p>粗<b>體</b></p>')
  await field(dialog, '圖片網址 2').fill('https://pictures.example/2.jpg')
  await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
  const request = page.waitForRequest((one) => one.method() === 'POST')
  await button(dialog, '新增').click()
  // A category that no other product uses.
  await button(page.getByRole('alertdialog'), '仍要儲存').click()
  expect((await request).postDataJSON().data).toMatchObject({
    title: '新的檯燈',
    origin_price: 1200,
    price: 990,
    is_enabled: 0,
    imagesUrl: ['', 'https://pictures.example/2.jpg', '', '', ''],
  })
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '已建立產品' })).toBeVisible()
  await expect(rowOf(page, '新的檯燈')).toContainText('未啟用')

  dialog = await openNew(page)
  await expect(field(dialog, '標題')).toHaveValue('')
  await expect(field(dialog, '原價')).toHaveValue('83000')
})

test('APRODUCT-27 APRODUCT-32 APRODUCT-34 APRODUCT-35 APRODUCT-36 APRODUCT-39 APRODUCT-40 an edit starts with the product, and the list stays where it is', async ({
  page,
}) => {
  const { imageUrl } = await getDemoProduct(page.request)
  const titles = Array.from({ length: 11 }, (_, index) => `產品第 ${index + 1} 號`)
  const { search } = await createCategory(
    page.request,
    token,
    titles.map((title) => ({ title, imageUrl, imagesUrl: [imageUrl, '', imageUrl] })),
  )
  await openList(page, '產品', `${search}&page=2`)
  await rowOf(page, '產品第 1 號').getByRole('checkbox').check()
  const dialog = await openEdit(page, '產品第 1 號')
  await expect(field(dialog, '標題')).toHaveValue('產品第 1 號')
  await expect(field(dialog, '主圖網址')).toHaveValue(imageUrl)
  await expect(field(dialog, '圖片網址 3')).toHaveValue(imageUrl)
  await expect(field(dialog, '售價')).toHaveValue('900')
  await expect(field(dialog, '描述')).toHaveValue('<p>描述</p>')
  const preview = dialog.getByRole('img', { name: '圖片 3 預覽' })
  await preview.scrollIntoViewIfNeeded()
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(dialog.getByRole('img', { name: '圖片 2 預覽' })).toHaveCount(0)
  await field(dialog, '圖片網址 2').fill(imageUrl)
  await expect(dialog.getByRole('img', { name: '圖片 2 預覽' })).toBeVisible()
  await expectNoAxeViolations(page)

  await field(dialog, '標題').fill('產品換了名字')
  await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
  await button(dialog, '儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '已更新產品' })).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, '產品換了名字')).toContainText('未啟用')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(button(page, '新增產品')).toBeVisible()
})

test('APRODUCT-37 APRODUCT-38 only 關閉 and the X close the dialog', async ({ page }) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  await button(dialog, '關閉').click()
  await expect(dialog).toHaveCount(0)
  await openNew(page)
  await button(dialog, '關閉視窗').click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, '新增產品')).toBeFocused()
})

for (const [name, base] of [
  ['hash', '/#'],
  ['path', ''],
] as const) {
  test(`APRODUCT-37 unsaved changes are asked about before they are lost, by ${name} (PATH-06)`, async ({
    page,
  }) => {
    await page.goto(`${base}/backend`)
    await page.getByRole('link', { name: '產品列表' }).click()
    const dialog = await openNew(page)
    await field(dialog, '標題').fill('寫到一半')
    const asking = page.getByRole('alertdialog', { name: '尚有未儲存的變更' })
    await button(dialog, '關閉').click()
    await expectNoAxeViolations(page)
    await button(asking, '繼續編輯').click()
    await expect(asking).toHaveCount(0)
    await expect(field(dialog, '標題')).toHaveValue('寫到一半')

    await page.goBack()
    await expect(asking).toBeVisible()
    await button(asking, '繼續編輯').click()
    await expect(page).toHaveURL(new RegExp(`${base}/backend/product`))
    await expect(field(dialog, '標題')).toHaveValue('寫到一半')

    await button(dialog, '關閉視窗').click()
    await button(asking, '捨棄變更').click()
    await expect(dialog).toHaveCount(0)
    await openNew(page)
    await expect(field(dialog, '標題')).toHaveValue('')
  })
}

test('VALID-33 VALID-35 prices take digits only', async ({ page }) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  for (const label of ['原價', '售價']) {
    const price = field(dialog, label)
    await price.fill('')
    await price.pressSequentially('1e2x3 4$5')
    await expect(price).toHaveValue('12345')
    await price.fill('NT$1,280e')
    await price.blur()
    await expect(price).toHaveValue('1280')
  }
})

test('VALID-45 ERROR-10 an empty form is sent as it is; the answers stand beside the fields and nothing typed is lost', async ({
  page,
}) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  await field(dialog, '標題').fill('有名字')
  await field(dialog, '售價').fill('')
  const reply = page.waitForResponse((one) => one.request().method() === 'POST')
  await button(dialog, '新增').click()
  expect((await reply).status()).toBe(400)
  const messages: string[] = (await (await reply).json()).message
  await expect(page.getByRole('alert')).toHaveText(`有 ${messages.length} 個欄位需要修正`)
  await expect(field(dialog, '分類')).toHaveAccessibleDescription('請輸入分類')
  await expect(field(dialog, '單位')).toHaveAccessibleDescription('請輸入單位')
  await expect(field(dialog, '售價')).toHaveAccessibleDescription('請輸入售價')
  await expect(field(dialog, '原價')).toHaveAccessibleDescription('')
  await expect(field(dialog, '標題')).toHaveValue('有名字')
  const save = await button(dialog, '新增').boundingBox()
  const toast = await page.getByRole('alert').boundingBox()
  if (!save || !toast) throw new Error('no button or no toast')
  expect(toast.y + toast.height).toBeLessThanOrEqual(save.y)
  await expectNoAxeViolations(page)
})

test('ERROR-10 a product that is gone meanwhile cannot be saved, and the dialog says why', async ({
  page,
}) => {
  const { products, search } = await createCategory(page.request, token, [{ title: '將不見' }])
  await openList(page, '產品', search)
  const dialog = await openEdit(page, '將不見')
  await field(dialog, '標題').fill('改了名字')
  const [product] = products
  const params = { id: product?.id ?? '' }
  await callShop(page.request, adminCatalogApi.remove, { params }, token)
  await button(dialog, '儲存').click()
  await expect(page.getByRole('alert').filter({ hasText: '找不到產品' })).toBeVisible()
  await expect(field(dialog, '標題')).toHaveValue('改了名字')
})

test('APRODUCT-29 APRODUCT-30 APRODUCT-31 API-24 a picture is uploaded, with its name, its progress and its preview', async ({
  page,
}) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  const chooser = page.waitForEvent('filechooser')
  await button(dialog, '上傳圖片').click()
  const files = await chooser
  expect(await files.element().getAttribute('accept')).toBe('image/*')
  const held = await holdRequests(page, 'POST', '**/admin/upload')
  const request = page.waitForRequest('**/admin/upload')
  await files.setFiles({ name: '檯燈.png', mimeType: 'image/png', buffer: await picture('#c96') })
  await held.arrived
  await expect(dialog.getByText('檯燈.png')).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: '上傳進度' })).toBeVisible()
  await expect(button(dialog, '新增')).toBeDisabled()
  held.release()
  await expect(field(dialog, '主圖網址')).toHaveValue(/^https?:\/\/.+\/uploads\/.+\.jpg$/)
  expect((await request).headers().authorization).toBe(token)
  expect((await request).headers()['content-type']).toContain('multipart/form-data')
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await expect
    .poll(() =>
      dialog
        .getByRole('img', { name: '主圖預覽' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
})

test('ERROR-20 a refused upload is a quiet line, no toast, and the dialog stays usable', async ({
  page,
}) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  await field(dialog, '標題').fill('留著')
  const input = dialog.locator('input[type=file]')
  const reply = page.waitForResponse('**/admin/upload')
  await input.setInputFiles({
    name: '不是圖片.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  })
  expect((await reply).status()).toBe(400)
  await expect(dialog.getByText('未完成，請再試一次')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(field(dialog, '主圖網址')).toHaveValue('')
  await expect(field(dialog, '標題')).toHaveValue('留著')

  await input.setInputFiles({
    name: '圖片.png',
    mimeType: 'image/png',
    buffer: await picture('#69c'),
  })
  await expect(field(dialog, '主圖網址')).toHaveValue(/\/uploads\//)
  await expect(dialog.getByText('未完成，請再試一次')).toHaveCount(0)
})

test('RESP-05 the dialog fills a small screen, and no larger one', async ({ page }) => {
  await openList(page, '產品')
  const dialog = await openNew(page)
  const covers = async () => {
    const box = await dialog.boundingBox()
    const size = page.viewportSize()
    return box?.width === size?.width && box?.height === size?.height
  }
  await page.setViewportSize({ width: 599, height: 800 })
  await expect.poll(covers).toBe(true)
  await page.setViewportSize({ width: 600, height: 800 })
  await expect.poll(covers).toBe(false)
})

test('APRODUCT-39 a change is seen in an open storefront with its next navigation', async ({
  page,
  browser,
  baseURL,
}) => {
  const { products, search, category } = await createCategory(page.request, token, [
    { title: `舊名 ${freshWord()}` },
  ])
  const [product] = products
  if (!product) throw new Error('no product')
  const shopper = await browser.newContext({ baseURL })
  const storefront = await shopper.newPage()
  await storefront.goto(`/#/main/prods?category=${encodeURIComponent(category)}`)
  await expect(storefront.getByText(product.title)).toBeVisible()

  await openList(page, '產品', search)
  const dialog = await openEdit(page, product.title)
  const title = `新名 ${freshWord()}`
  await field(dialog, '標題').fill(title)
  await button(dialog, '儲存').click()
  await expect(rowOf(page, title)).toBeVisible()

  await storefront.getByRole('link', { name: product.title }).first().click()
  await expect(storefront.getByRole('heading', { name: title })).toBeVisible()
  await storefront.goBack()
  await expect(storefront.getByText(title)).toBeVisible()
  await shopper.close()

  await page.getByRole('link', { name: '返回前台' }).click()
  await page.goto(`/#/main/prods?category=${encodeURIComponent(category)}`)
  await expect(page.getByText(title)).toBeVisible()
})
