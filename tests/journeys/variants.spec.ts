import { expect, type Page } from '@playwright/test'
import { catalogApi } from '#contract/catalog.ts'
import { enterBackOffice, freshWord } from './support/back-office.ts'
import { createMember } from './support/members.ts'
import { callShop, createProduct, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

const chip = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

test('a variant is chosen by keyboard and stays through a reload, back and a sign-in, up to the order (VAR-08)', async ({
  page,
}) => {
  const { id, title, variants = [] } = await getDemoProduct(page.request, '亞麻檯燈')
  const idOf = (wanted: string) => variants.find((variant) => variant.title === wanted)?.id ?? ''
  const address = (variant: string) =>
    new RegExp(`${RegExp.escape(`#/main/prods/detail/${id}?v=${idOf(variant)}`)}$`)

  await test.step('the arrows lead from chip to chip, in the address', async () => {
    await page.goto(`/#/main/prods/detail/${id}`)
    await chip(page, '砂岩米').focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(address('岩礦藍 / 32cm'))
    await expect(chip(page, '岩礦藍')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(chip(page, '32cm')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(address('岩礦藍 / 40cm'))
    await expect(chip(page, '40cm，售完')).toBeChecked()
    await expect(page.getByRole('button', { name: '貨到通知我' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(address('岩礦藍 / 48cm'))
    await expect(page.getByText('NT$3,180').first()).toBeVisible()
  })

  await test.step('the choice stays through a reload, and when the cart leads back', async () => {
    await page.reload()
    await expect(chip(page, '48cm')).toBeChecked()
    await page.getByRole('button', { name: '加入購物車' }).first().click()
    await page.getByRole('link', { name: '查看購物車' }).click()
    await expect(page.getByRole('heading', { name: '購物車', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address('岩礦藍 / 48cm'))
    await expect(chip(page, '岩礦藍')).toBeChecked()
    await expect(chip(page, '48cm')).toBeChecked()
    await page.goForward()
  })

  await test.step('the cart of a guest is ordered as a member', async () => {
    const named = page.getByText(`${title}（岩礦藍 / 48cm）`)
    await expect(named).toBeVisible()
    await page.getByRole('button', { name: '填寫資料' }).click()
    const { email, password } = await createMember(page.request)
    const form = page.getByRole('tabpanel', { name: '登入' })
    await form.getByLabel('電子信箱').fill(email)
    await form.getByLabel('密碼', { exact: true }).fill(password)
    await form.getByRole('button', { name: '登入', exact: true }).click()
    await expect(named).toBeVisible()
    await page.getByLabel('聯絡人').fill('王小明')
    await page.getByLabel('聯絡電話').fill('0912345678')
    await page.getByLabel('地址').fill('臺北市信義區市府路 1 號')
    await page.getByLabel('我同意隱私權政策').check()
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\//)
    await expect(named).toBeVisible()
  })
})

test('prices of 200 variants are pasted from a spreadsheet, undone and saved, and one is changed on a phone (VAR-09) @long', async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const token = await enterBackOffice(page, baseURL)
  const options = [
    { name: '顏色', values: Array.from({ length: 10 }, (_, n) => `色 ${n}`) },
    { name: '尺寸', values: Array.from({ length: 20 }, (_, n) => `${n} 號`) },
  ]
  const [colours, sizes] = options.map(({ values }) => values) as [string[], string[]]
  const variants = colours.flatMap((colour) =>
    sizes.map((size) => ({ option_values: [colour, size], price: 500 })),
  )
  const title = `兩百種 ${freshWord()}`
  const { id } = await createProduct(page.request, token, { title, price: 500, options, variants })
  const price = (variant: string) => page.getByRole('textbox', { name: `${variant} 售價` })
  const prices = async () => {
    const { product } = await callShop(page.request, catalogApi.detail, { params: { id } })
    return product.variants?.map((variant) => variant.price)
  }
  const block = variants.map((_, n) => n + 101)

  await test.step('a block of the clipboard fills the column; undo takes it back whole', async () => {
    await page.goto(`/#/backend/product/${id}`)
    await expect(page.getByRole('heading', { name: '200 種規格' })).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), block.join('\n'))
    await price('色 0 / 0 號').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByText('已貼上 200 格')).toBeVisible()
    await expect(price('色 9 / 19 號')).toHaveValue('300')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(price('色 0 / 0 號')).toHaveValue('500')
    await expect(price('色 9 / 19 號')).toHaveValue('500')
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByRole('button', { name: '儲存' }).click()
    await expect.poll(prices).toEqual(block)
  })

  await test.step('at 390 px a card opens the fields of one', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('group', { name: '色 0 / 0 號' })
    await card.getByRole('button', { name: '編輯' }).click()
    await card.getByLabel('售價').fill('299')
    await page.getByRole('button', { name: '儲存' }).click()
    await expect.poll(prices).toEqual([299, ...block.slice(1)])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
  })
})
