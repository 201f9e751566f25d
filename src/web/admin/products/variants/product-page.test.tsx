import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast, toastState } from '../../../ui/toast-store.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { AdminProductListPage } from '../product-list-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const plain = {
  ...{ id: 'cake', title: '蝦餅', category: '點心', content: '', description: '', unit: '包' },
  ...{ imageUrl: '', imagesUrl: [], is_enabled: 1, num: 1, origin_price: 150, price: 100 },
}
const variant = (id: string, title: string, on_hand: number | null) => ({
  ...{ id, title, option_values: [title], price: 100, origin_price: 150, is_enabled: 1 },
  ...{ on_hand, available: on_hand },
})
const cake = {
  ...plain,
  options: [{ name: '口味', values: ['原味', '辣味'] }],
  variants: [variant('cake', '原味', 5), variant('hot', '辣味', null)],
}

async function openPage(product: object = cake) {
  const address = paths.adminProduct('cake')
  renderAdmin(<AdminProductListPage />, { path: `${paths.adminProducts()}/*`, address })
  const read = await network.request(0)
  read.answer({ success: true, products: [product], details: {}, messages: [] })
  await screen.findByRole('heading', { name: '蝦餅' })
}

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(cell(name), { target: { value } })
const save = () => fireEvent.click(screen.getByText('儲存'))
const writes = (method: string) => network.requests.filter((one) => one.method === method)
const firstWrite = (method: string) => vi.waitUntil(() => writes(method)[0])

test('a product gets options, and is saved with whole lists (VAR-04)', async () => {
  await openPage(plain)
  fireEvent.change(screen.getByLabelText('規格名稱'), { target: { value: '口味' } })
  fireEvent.change(screen.getByLabelText(/^選項/), { target: { value: '原味、辣味' } })
  fireEvent.click(screen.getByText('加入規格'))
  expect([cell('原味 庫存'), cell('辣味 庫存')].map(({ placeholder }) => placeholder)).toEqual([
    '不變',
    '不限量',
  ])
  type('辣味 售價', '1,120')
  save()
  const { body } = await firstWrite('PUT')
  expect(body).toMatchObject({
    data: {
      changed_fields: ['options', 'variants'],
      options: [{ name: '口味', values: ['原味', '辣味'] }],
      variants: [
        { option_values: ['原味'], price: 100, is_enabled: 1 },
        { option_values: ['辣味'], price: 1120, sku: null },
      ],
    },
  })
})

test('a block is pasted from a cell on and undone, and the arrows go down the column (VAR-09)', async () => {
  await openPage()
  const clipboardData = { getData: () => '90\t140\n95\t145\n1\t2' }
  fireEvent.paste(cell('原味 售價'), { clipboardData })
  expect(cell('辣味 原價').value).toBe('145')
  expect(toastState()).toMatchObject({ message: '已貼上 4 格，2 格超出表格，沒有貼上', open: true })
  fireEvent.click(screen.getByText('復原'))
  expect(cell('辣味 原價').value).toBe('150')
  expect(toastState().open).toBe(false)
  fireEvent.keyDown(cell('原味 售價'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(cell('辣味 售價'))
})

test('ticked variants are changed at once (VAR-09)', async () => {
  await openPage()
  fireEvent.click(screen.getByLabelText('全選'))
  const many = within(screen.getByRole('group', { name: '一次修改勾選的規格' }))
  fireEvent.change(many.getByLabelText('方式'), { target: { value: 'percent' } })
  fireEvent.change(many.getByLabelText('數值'), { target: { value: '90' } })
  fireEvent.click(many.getByText('套用'))
  fireEvent.click(many.getByText('停用'))
  expect(cell('原味 售價').value).toBe('90')
  save()
  const { body } = await firstWrite('PUT')
  expect(body).toMatchObject({
    data: {
      variants: [
        { id: 'cake', price: 90, is_enabled: 0 },
        { id: 'hot', is_enabled: 0 },
      ],
    },
  })
})

test('a stock that has changed meanwhile is told at its cell, and overwritten once that is confirmed (VAR-09)', async () => {
  await openPage()
  type('原味 庫存', '9')
  save()
  const first = await firstWrite('POST')
  expect(writes('PUT')).toHaveLength(0)
  const line = { product_id: 'cake', variant_id: 'cake', on_hand: 9 }
  expect(first.body).toEqual({ data: { lines: [{ ...line, expected_on_hand: 5 }] } })
  const message = '庫存已變更為 4 件，請重新確認'
  const lines = [{ product_id: 'cake', message, on_hand: 4 }]
  first.answer({ success: false, code: 'STOCK_CHANGED', message: [message], lines }, 409)
  await waitFor(() => expect(cell('原味 庫存').ariaInvalid).toBe('true'))
  expect(screen.getAllByText(message).length).toBeGreaterThan(0)
  save()
  const second = await vi.waitUntil(() => writes('POST')[1])
  expect(second.body).toEqual({ data: { lines: [{ ...line, expected_on_hand: 4 }] } })
})

test('a refused SKU stands at its row, and nothing is lost (VAR-09)', async () => {
  await openPage()
  type('辣味 貨號（SKU）', 'X-1')
  save()
  const text = '商品貨號「X-1」已被其他商品使用'
  ;(await firstWrite('PUT')).answer(
    { success: false, code: 'INVALID_INPUT', message: [text], fields: { variants: text } },
    400,
  )
  const sku = () => cell('辣味 貨號（SKU）')
  await waitFor(() => expect(sku().ariaInvalid).toBe('true'))
  expect(sku().value).toBe('X-1')
  expect(document.activeElement).toBe(sku())
})

test('nothing is typed or undone while a save runs (VAR-09)', async () => {
  await openPage()
  type('辣味 售價', '90')
  save()
  const write = await firstWrite('PUT')
  await waitFor(() => expect(cell('辣味 售價').matches(':disabled')).toBe(true))
  fireEvent.keyDown(cell('辣味 售價'), { key: 'z', ctrlKey: true })
  expect(cell('辣味 售價').value).toBe('90')
  write.answer({ success: false, message: '未完成' }, 503)
  await waitFor(() => expect(cell('辣味 售價').matches(':disabled')).toBe(false))
})

test('counts of new variants follow with their ids; refused, they alone are sent again (VAR-09)', async () => {
  await openPage()
  fireEvent.change(screen.getByLabelText('新增選項'), { target: { value: '海苔' } })
  fireEvent.click(screen.getByText('加入選項'))
  type('海苔 庫存', '7')
  type('辣味 庫存', '3')
  save()
  const write = await firstWrite('PUT')
  expect(writes('POST')).toHaveLength(0)
  const product = {
    ...{ ...cake, options: [{ name: '口味', values: ['原味', '辣味', '海苔'] }] },
    variants: [...cake.variants, variant('nori', '海苔', null)],
  }
  write.answer({ success: true, message: '已更新產品', product })
  const lineOf = (variant_id: string, on_hand: number, expected_on_hand: number | null) => ({
    ...{ product_id: 'cake', variant_id, on_hand, expected_on_hand },
  })
  const first = await firstWrite('POST')
  expect(first.body).toEqual({ data: { lines: [lineOf('hot', 3, null), lineOf('nori', 7, null)] } })
  const message = '庫存已變更為 4 件，請重新確認'
  const lines = [{ product_id: 'cake', variant_id: 'hot', message, on_hand: 4 }]
  first.answer({ success: false, code: 'STOCK_CHANGED', message: [message], lines }, 409)
  await waitFor(() => expect(cell('辣味 庫存').ariaInvalid).toBe('true'))
  expect(cell('原味 庫存').ariaInvalid).toBe('false')
  save()
  const second = await vi.waitUntil(() => writes('POST')[1])
  expect(second.body).toEqual({ data: { lines: [lineOf('hot', 3, 4), lineOf('nori', 7, null)] } })
  expect(writes('PUT')).toHaveLength(1)
})

test('the keys of a field are its own: undo of what is only typed, and Enter saves nothing (VAR-09)', async () => {
  await openPage()
  type('辣味 售價', '90')
  const added = screen.getByLabelText('新增選項')
  expect(fireEvent.keyDown(added, { key: 'z', ctrlKey: true })).toBe(true)
  expect(cell('辣味 售價').value).toBe('90')
  const value = screen.getByLabelText('口味 的選項 1')
  expect(fireEvent.keyDown(value, { key: 'Enter' })).toBe(false)
  fireEvent.click(screen.getByLabelText('全選'))
  const number = screen.getByLabelText('數值')
  fireEvent.change(number, { target: { value: '50' } })
  fireEvent.keyDown(number, { key: 'Enter', isComposing: true })
  expect(cell('辣味 售價').value).toBe('90')
  fireEvent.keyDown(value, { key: 'z', ctrlKey: true })
  expect(cell('辣味 售價').value).toBe('100')
})

test('a card that a fault has opened stays open while it is mended (VAR-09)', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ media, matches: true, addEventListener: () => {}, removeEventListener: () => {} },
    ...{ addListener: () => {}, removeListener: () => {} },
  }))
  await openPage({ ...cake, variants: [{ ...variant('cake', '原味', 5), price: -1 }] })
  fireEvent.change(screen.getByLabelText('售價'), { target: { value: '1' } })
  fireEvent.change(screen.getByLabelText('售價'), { target: { value: '12' } })
  expect(screen.getByLabelText<HTMLInputElement>('售價').value).toBe('12')
})

test('a cell that cannot be saved takes the focus, and nothing is sent', async () => {
  await openPage()
  type('辣味 售價', '一百')
  save()
  expect(document.activeElement).toBe(cell('辣味 售價'))
  expect(writes('PUT')).toHaveLength(0)
})

test('a variant takes a picture of the product, which is undone and taken away again (VAR-09)', async () => {
  const address = 'https://pictures.example/hot.jpg'
  await openPage({ ...cake, imageUrl: 'https://pictures.example/main.jpg', imagesUrl: [address] })
  const picture = (name: string) => screen.getByRole('button', { name })
  fireEvent.click(picture('辣味 圖片，未設定'))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: '辣味的圖片' })).getByLabelText('圖片 2'),
  )
  await screen.findByRole('button', { name: '辣味 圖片，已設定' })
  fireEvent.click(screen.getByText('復原'))
  fireEvent.click(screen.getByLabelText('全選'))
  fireEvent.click(screen.getByText('圖片…'))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: '2 種規格的圖片' })).getByLabelText('圖片 2'),
  )
  await screen.findByRole('button', { name: '原味 圖片，已設定' })
  fireEvent.click(picture('原味 圖片，已設定'))
  fireEvent.click(screen.getByText('移除，使用商品主圖'))
  save()
  const { body } = await firstWrite('PUT')
  expect(body).toMatchObject({ data: { variants: [{ imageUrl: null }, { imageUrl: address }] } })
})

test('edits stay when a colleague has saved meanwhile, over what they saved (VAR-12)', async () => {
  await openPage({ ...cake, variants_version: 'one' })
  type('辣味 售價', '90')
  save()
  const refusal = { success: false, code: 'VARIANTS_CHANGED', message: '規格已被他人更新' }
  const first = await firstWrite('PUT')
  expect(first.body).toMatchObject({ data: { variants_version: 'one' } })
  first.answer(refusal, 409)
  const theirs = [{ ...variant('cake', '原味', 5), price: 77 }, variant('hot', '辣味', null)]
  const again = await vi.waitUntil(() => writes('GET')[1])
  const products = [{ ...cake, variants: theirs, variants_version: 'two' }]
  again.answer({ success: true, products, details: {}, messages: [] })
  await waitFor(() => expect(cell('原味 售價').value).toBe('77'))
  expect(cell('辣味 售價').value).toBe('90')
  expect(screen.getAllByText(/^規格已被他人更新，畫面已換成/).length).toBeGreaterThan(0)
  save()
  const second = await vi.waitUntil(() => writes('PUT')[1])
  expect(second.body).toMatchObject({
    data: { variants_version: 'two', variants: [{ price: 77 }, { price: 90 }] },
  })
})
