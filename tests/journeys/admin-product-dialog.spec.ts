import { expect, type Locator, type Page } from '@playwright/test'
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
import { callShop, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label })

async function openNew(page: Page): Promise<Locator> {
  await button(page, '新增產品').click()
  return withAddresses(page.getByRole('dialog', { name: '新增產品' }))
}

async function openEdit(page: Page, title: string): Promise<Locator> {
  await button(rowOf(page, title), '編輯').click()
  return withAddresses(page.getByRole('dialog', { name: `編輯 ${title}` }))
}

/** The fields of the addresses are folded away. */
async function withAddresses(dialog: Locator): Promise<Locator> {
  await dialog.getByText('以網址填寫圖片').click()
  return dialog
}

test('a new product starts with its defaults, takes digits as prices, and a refused save points at its fields (APRODUCT-27, APRODUCT-28, APRODUCT-33, APRODUCT-36, APRODUCT-37, APRODUCT-38, APRODUCT-42, APRODUCT-43, APRODUCT-44, VALID-33, VALID-35, VALID-36, VALID-37, VALID-38, VALID-39, VALID-40, VALID-45, ERROR-10, HAND-05, RESP-05)', {
  tag: '@long',
}, async ({ page }) => {
  await openList(page, '產品')
  const dialog = await openNew(page)

  await test.step('the defaults', async () => {
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

  await test.step('only 關閉 and the X close the dialog', async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(dialog).toBeVisible()
    await button(dialog, '關閉').click()
    await expect(dialog).toHaveCount(0)
    await openNew(page)
    await button(dialog, '關閉視窗').click()
    await expect(dialog).toHaveCount(0)
    await expect(button(page, '新增產品')).toBeFocused()
    await openNew(page)
  })

  await test.step('prices take digits only', async () => {
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

  await test.step('faulty fields are told beside the field, and counted in the toast', async () => {
    await field(dialog, '售價').fill('')
    const reply = page.waitForResponse((one) => one.request().method() === 'POST')
    await button(dialog, '新增').click()
    expect((await reply).status()).toBe(400)
    const messages: string[] = (await (await reply).json()).message
    expect(messages).toContain('title 屬性不得為空')
    expect(messages).toHaveLength(4)
    await expect(page.getByRole('alert')).toHaveText('有 4 個欄位需要修正')
    for (const label of ['標題', '分類', '單位', '售價']) {
      await expect(field(dialog, label)).toHaveAccessibleDescription(`請輸入${label}`)
    }
    await expect(field(dialog, '原價')).toHaveAccessibleDescription('')
    await expect(field(dialog, '標題')).toBeFocused()
    const save = await button(dialog, '新增').boundingBox()
    const toast = await page.getByRole('alert').boundingBox()
    if (!save || !toast) throw new Error('no button or no toast')
    expect(toast.y + toast.height).toBeLessThanOrEqual(save.y)
    await expectNoAxeViolations(page)
  })

  await test.step('the focus is in the first faulty field, whose message goes with its fault', async () => {
    await field(dialog, '標題').fill('有名字')
    await button(dialog, '新增').click()
    await expect(field(dialog, '分類')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(dialog, '分類')).toBeFocused()
    await page.keyboard.type('杯')
    await expect(field(dialog, '分類')).toHaveAttribute('aria-invalid', 'false')
    await expect(field(dialog, '單位')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(dialog, '標題')).toHaveValue('有名字')
  })

  await test.step('the dialog fills a small screen, and no larger one', async () => {
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
})

test('a product is created after likely mistakes were asked about once, then the form is fresh, or filled from an old product (APRODUCT-31, APRODUCT-34, APRODUCT-39, APRODUCT-40, APRODUCT-41, VALID-34, HAND-06, HAND-08)', async ({
  page,
}) => {
  const { category, search } = await createCategory(page.request, token, [{ title: '舊的' }])
  await openList(page, '產品', search)
  const dialog = await openNew(page)
  const question = page.getByRole('alertdialog', { name: '儲存前請再確認' })

  await test.step('a price above the list price and a category of no other product', async () => {
    await field(dialog, '標題').fill('可疑的')
    await field(dialog, '分類').fill(`${category}別`)
    await field(dialog, '單位').fill('盞')
    await field(dialog, '原價').fill('100')
    await field(dialog, '售價').fill('900')
    await field(dialog, '內容').fill('第一行')
    await field(dialog, '描述').fill('<p>粗<b>體</b></p>')
    await field(dialog, '圖片網址 2').fill('https://pictures.example/2.jpg')
    await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await button(dialog, '新增').click()
    await expect(question.getByRole('listitem')).toHaveText([
      '售價 NT$900 高於原價 NT$100',
      `目前沒有其他產品使用分類「${category}別」`,
    ])
    await expectNoAxeViolations(page)
    await button(question, '返回修改').click()
    expect(posts).toBe(0)
    await field(dialog, '分類').fill(category)
    await button(dialog, '新增').click()
    await expect(question.getByRole('listitem')).toHaveText(['售價 NT$900 高於原價 NT$100'])
  })

  await test.step('it is created, as numbers and flag', async () => {
    const request = page.waitForRequest((one) => one.method() === 'POST')
    await button(question, '仍要儲存').click()
    expect((await request).postDataJSON().data).toMatchObject({
      title: '可疑的',
      origin_price: 100,
      price: 900,
      is_enabled: 0,
      imagesUrl: ['', 'https://pictures.example/2.jpg', '', '', ''],
    })
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '已建立產品' })).toBeVisible()
    await expect(rowOf(page, '可疑的')).toContainText('未啟用')
  })

  await test.step('a confirmed warning is not shown again', async () => {
    const edit = await openEdit(page, '可疑的')
    await field(edit, '標題').fill('仍然可疑')
    await button(edit, '儲存').click()
    await expect(edit).toHaveCount(0)
    await expect(rowOf(page, '仍然可疑')).toBeVisible()
  })

  await test.step('the form is fresh, and the prices of an empty form are asked about', async () => {
    await openNew(page)
    await expect(field(dialog, '標題')).toHaveValue('')
    await expect(field(dialog, '原價')).toHaveValue('83000')
    await field(dialog, '標題').fill('忘了改價')
    await field(dialog, '分類').fill(category)
    await field(dialog, '單位').fill('個')
    await button(dialog, '新增').click()
    await expect(question.getByRole('listitem')).toHaveText([
      '原價仍是預設的 NT$83,000',
      '售價仍是預設的 NT$39,900',
    ])
    await button(question, '仍要儲存').click()
    await expect(rowOf(page, '忘了改價')).toContainText('NT$39,900')
  })

  await test.step('複製產品 opens a new product filled from an old one', async () => {
    await rowOf(page, '舊的').getByRole('checkbox').check()
    await button(page, '複製產品').click()
    await expect(field(dialog, '標題')).toHaveValue('舊的')
    await expect(field(dialog, '售價')).toHaveValue('900')
    await expect(field(dialog, '內容')).toHaveValue('內容')
    await field(dialog, '標題').fill('複製的')
    await button(dialog, '新增').click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, '複製的')).toContainText('NT$900')
    await expect(rowOf(page, '舊的')).toBeVisible()
    await button(rowOf(page, '舊的'), '編輯').click()
    await button(page.getByRole('dialog'), '複製產品').click()
    await expect(dialog).toBeVisible()
    await expect(field(dialog, '售價')).toHaveValue('900')
  })
})

test('an edit starts with the product, and the list stays where it is (APRODUCT-27, APRODUCT-32, APRODUCT-34, APRODUCT-35, APRODUCT-36, APRODUCT-39, APRODUCT-40, ERROR-10)', {
  tag: '@long',
}, async ({ page }) => {
  const { imageUrl } = await getDemoProduct(page.request)
  const titles = Array.from({ length: 12 }, (_, index) => `產品第 ${index + 1} 號`)
  const { products, search } = await createCategory(
    page.request,
    token,
    titles.map((title) => ({ title, imageUrl, imagesUrl: [imageUrl, '', imageUrl] })),
  )
  await openList(page, '產品', `${search}&page=2`)
  const [first, second] = products
  if (!first || !second) throw new Error('no products')

  await test.step('the fields and pictures of the product', async () => {
    await rowOf(page, first.title).getByRole('checkbox').check()
    const dialog = await openEdit(page, first.title)
    await expect(field(dialog, '標題')).toHaveValue(first.title)
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
  })

  await test.step('the change is saved, on the page of the list that was open', async () => {
    const dialog = page.getByRole('dialog', { name: `編輯 ${first.title}` })
    await field(dialog, '標題').fill('換了名字')
    await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
    await button(dialog, '儲存').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '已更新產品' })).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows(page)).toHaveCount(2)
    await expect(rowOf(page, '換了名字')).toContainText('未啟用')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(button(page, '新增產品')).toBeVisible()
  })

  await test.step('one that is gone meanwhile cannot be saved, and the dialog says why', async () => {
    const dialog = await openEdit(page, second.title)
    await field(dialog, '標題').fill('改了名字')
    await callShop(page.request, adminCatalogApi.remove, { params: { id: second.id } }, token)
    await button(dialog, '儲存').click()
    await expect(page.getByRole('alert').filter({ hasText: '找不到產品' })).toBeVisible()
    await expect(field(dialog, '標題')).toHaveValue('改了名字')
  })
})

test('unsaved changes are asked about before they are lost, by hash and by path (APRODUCT-37, PATH-06)', {
  tag: '@long',
}, async ({ page }) => {
  const asking = page.getByRole('alertdialog', { name: '尚有未儲存的變更' })
  for (const [name, base] of [
    ['hash', '/#'],
    ['path', ''],
  ] as const) {
    await test.step(`by ${name}`, async () => {
      await page.goto(`${base}/backend`)
      await page.getByRole('link', { name: '產品列表' }).click()
      const dialog = await openNew(page)
      await field(dialog, '標題').fill('寫到一半')
      await button(dialog, '關閉').click()
      if (name === 'hash') await expectNoAxeViolations(page)
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
})

test('a change is seen in an open storefront with its next navigation (APRODUCT-39)', async ({
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
