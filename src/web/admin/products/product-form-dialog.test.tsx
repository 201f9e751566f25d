import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { HeldUploads } from '../../testing/held-uploads.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { ProductFormDialog } from './product-form-dialog.tsx'

let uploads: HeldUploads

const nothing = () => {}
const controls = { onClose: nothing, onSaved: nothing, onDeleted: nothing, onReload: nothing }

beforeEach(() => {
  uploads = new HeldUploads()
  renderAdmin(<ProductFormDialog {...controls} />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const addresses = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=url]')].map(({ value }) => value)
const submit = () => screen.getByText<HTMLButtonElement>('新增')

function drop(names: string[]) {
  const files = names.map((name) => new File(['picture'], name, { type: 'image/png' }))
  fireEvent.drop(screen.getByText('商品圖片'), { dataTransfer: { files } })
}

test('pictures dropped while others are uploaded are not taken, and it says so (HAND-04)', async () => {
  drop(['a.png', 'b.png', 'c.png'])
  const first = await uploads.request(0)
  drop(['d.png', 'e.png'])
  await screen.findByText('上傳期間不能再加圖片，有 2 張沒有上傳')
  first.answer('/uploads/0.png')
  ;(await uploads.request(1)).answer('/uploads/1.png')
  const last = await uploads.request(2)
  expect(isInactive(submit())).toBe(true)
  last.answer('/uploads/2.png')
  await waitFor(() => expect(isInactive(submit())).toBe(false))
  expect(addresses()).toEqual(['/uploads/0.png', '/uploads/1.png', '/uploads/2.png', '', '', ''])
  expect(uploads.requests).toHaveLength(3)
})

test('pictures keep their places while others are uploaded (HAND-04)', async () => {
  fireEvent.change(screen.getByLabelText(/^主圖網址/), { target: { value: '/a.png' } })
  const down = screen.getByLabelText<HTMLButtonElement>('主圖往後移')
  drop(['b.png'])
  const upload = await uploads.request(0)
  await waitFor(() => expect(down.disabled).toBe(true))
  // The picture within is dragged by the browser, whatever its frame says.
  fireEvent.dragStart(screen.getByTestId('picture-0'))
  fireEvent.drop(screen.getByTestId('picture-1'), { dataTransfer: { files: [] } })
  await screen.findByText('上傳期間不能移動圖片')
  upload.answer('/uploads/b.png')
  await waitFor(() => expect(down.disabled).toBe(false))
  expect(addresses()).toEqual(['/a.png', '/uploads/b.png', '', '', '', ''])
})

test('an address that is typed while pictures are uploaded stays, and it says so', async () => {
  drop(['a.png', 'b.png'])
  const first = await uploads.request(0)
  fireEvent.change(screen.getByLabelText(/^圖片網址 1/), { target: { value: '/typed.png' } })
  first.answer('/uploads/a.png')
  ;(await uploads.request(1)).answer('/uploads/b.png')
  await screen.findByText('已保留輸入的網址，有 1 張上傳的圖片沒有使用')
  expect(addresses()).toEqual(['/uploads/a.png', '/typed.png', '', '', '', ''])
})

test('each refused picture is named, with what it is and the limit (MEND-71)', async () => {
  drop(['a.pdf', 'b.jpg', 'c.heic'])
  const refusals = [
    [400, { code: 'UPLOAD_NOT_A_PICTURE', message: '檔案格式錯誤' }],
    [413, { code: 'UPLOAD_TOO_LARGE', message: '檔案過大' }],
    [400, { code: 'UPLOAD_NOT_A_PICTURE', message: '檔案格式錯誤：「c.heic」是 HEIC 照片' }],
  ] as const
  for (const [index, [status, reply]] of refusals.entries()) {
    ;(await uploads.request(index)).refuse(status, reply)
  }
  const said = await screen.findByText(/a\.pdf/)
  expect(said.textContent?.split('\n')).toEqual([
    '「a.pdf」（0.0 MB）檔案格式錯誤，請上傳 JPEG、PNG、WebP、GIF 或 AVIF 圖片',
    '「b.jpg」（0.0 MB）檔案過大，上限 20.0 MB',
    '檔案格式錯誤：「c.heic」是 HEIC 照片',
  ])
})

test('a new product may begin with a stock; without one it is not counted (DOOR-06)', async () => {
  const network = new HeldNetwork()
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type(/^庫存/, '1,200')
  fireEvent.click(submit())
  const counted = await network.request(0)
  expect(counted.body).toMatchObject({ data: { initial_stock: 1200 } })
  counted.answer({ success: false, message: '未完成' }, 503)
  await waitFor(() => expect(isInactive(submit())).toBe(false))
  type(/^庫存/, '')
  fireEvent.click(submit())
  const { body } = await network.request(1)
  expect((body as { data: object }).data).not.toHaveProperty('initial_stock')
})

test('a copy sends the options and variants, of which the server makes its own (VAR-04)', async () => {
  cleanup()
  const network = new HeldNetwork()
  const given = { option_values: ['原味'], price: 100, origin_price: 150, is_enabled: 1 as const }
  const copied: Product = {
    ...{ id: 'cake', title: '蝦餅', category: '', content: '', description: '', unit: '包' },
    ...{ imageUrl: '', imagesUrl: [], is_enabled: 1, num: 1, origin_price: 150, price: 100 },
    options: [{ name: '口味', values: ['原味'] }],
    variants: [{ ...given, id: 'cake', title: '原味', sku: 'S-1', on_hand: 5, available: 5 }],
  }
  renderAdmin(<ProductFormDialog {...controls} copied={copied} />)
  expect(screen.queryByLabelText(/^庫存/)).toBeNull()
  fireEvent.change(screen.getByLabelText(/^主圖網址/), { target: { value: '/a.png' } })
  fireEvent.change(screen.getByLabelText(/^內容/), { target: { value: '脆' } })
  fireEvent.click(submit())
  const sent = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'POST'))
  const { data } = sent.body as { data: object }
  expect(data).toMatchObject({ options: copied.options, variants: copied.variants })
})
