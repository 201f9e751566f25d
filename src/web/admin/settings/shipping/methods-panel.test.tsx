import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { MethodsPanel } from './methods-panel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const home: AdminShippingMethod = {
  ...{ id: 'home', kind: 'home', name: '宅配', fee: 100, free_over: 1_500, cod: false },
  ...{ outlying: { mode: 'surcharge', amount: 150 }, is_on: true, version: 3 },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal', 'chilled', 'frozen'], mixes: false },
}
const place: AdminShippingMethod = {
  ...home,
  ...{ id: 'p', kind: 'place', name: '自取', fee: 0, free_over: null, version: 1 },
  outlying: { mode: 'same' },
  places: [{ id: 'a', name: '中山店', address: '臺北市中山區', hours: '' }],
}

async function open(methods: AdminShippingMethod[] = [home, place]) {
  const network = new HeldNetwork()
  renderAdmin(<MethodsPanel />)
  const read = await network.request(0)
  read.answer({ success: true, methods })
  await screen.findByRole('group', { name: '宅配' })
  return network
}
const rows = () => screen.getAllByRole('group').map((row) => row.getAttribute('aria-label'))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

test('each says what it costs and carries, and a switch takes one away from shoppers (SHIP-04)', async () => {
  const network = await open()
  const row = within(screen.getByRole('group', { name: '宅配' }))
  row.getByText('NT$100，滿 NT$1,500 免運・離島加 NT$150')
  within(screen.getByRole('group', { name: '自取' })).getByText('免運費・中山店')
  fireEvent.click(screen.getByRole('switch', { name: '開放「自取」' }))
  const sent = await network.request(1)
  const { id: _, version, ...input } = place
  expect(sent).toMatchObject({
    ...{ method: 'PUT', path: expect.stringMatching(/shipping-method\/p$/) },
    body: { data: { ...input, is_on: false, version } },
  })
})

test('an arrow moves one, and the focus stays with it', async () => {
  const network = await open()
  const down = screen.getByLabelText('下移「宅配」')
  down.focus()
  fireEvent.click(down)
  expect(rows()).toEqual(['自取', '宅配'])
  expect(document.activeElement).toBe(screen.getByLabelText('上移「宅配」'))
  expect(await network.request(1)).toMatchObject({ body: { data: { ids: ['p', 'home'] } } })
})

test('the built-in one stands alone, with what others are for, and is not deleted', async () => {
  await open([{ ...home, version: 0 }])
  screen.getByText(/^目前只有宅配，顧客結帳時不必選擇/)
  expect(screen.queryByText('刪除')).toBeNull()
  expect(screen.queryByLabelText('下移「宅配」')).toBeNull()
})

test('a form has the fields of its kind: steps by weight, an island that costs more (SHIP-03)', async () => {
  const network = await open()
  fireEvent.click(screen.getByText('新增宅配'))
  await screen.findByRole('dialog', { name: '新增宅配' })
  expect(screen.queryByLabelText(/取貨地點/)).toBeNull()
  fireEvent.change(screen.getByLabelText('計算方式'), { target: { value: 'weight' } })
  type('第 1 級', '5000')
  type('運費', '120')
  fireEvent.click(screen.getByText('新增一級'))
  fireEvent.change(screen.getAllByRole('textbox', { name: '運費' })[1] as Element, {
    target: { value: '200' },
  })
  fireEvent.change(screen.getByLabelText('離島'), { target: { value: 'surcharge' } })
  type('離島加收', '100')
  type('三邊合計上限', '150')
  fireEvent.click(screen.getByLabelText('冷藏'))
  fireEvent.click(screen.getByLabelText('不同溫層的商品可以一起下單'))
  fireEvent.click(screen.getByRole('button', { name: '新增' }))
  const sent = await network.request(1)
  expect(sent.body).toEqual({
    data: {
      ...{ kind: 'home', name: '宅配', is_on: true, fee: 120, free_over: null, cod: false },
      steps: {
        by: 'weight',
        rows: [
          { up_to: 5_000, fee: 120 },
          { up_to: null, fee: 200 },
        ],
      },
      outlying: { mode: 'surcharge', amount: 100 },
      ...{ temperatures: ['normal', 'chilled'], mixes: true },
      ...{ max_weight_g: null, max_sides_mm: 1_500, max_amount: null },
    },
  })
})

test('a method of stores that may be paid at the pick-up keeps that when it is saved (SHIP-09)', async () => {
  const store: AdminShippingMethod = {
    ...{ ...home, id: 'store', kind: 'store', name: '超商取貨', cod: true },
    chains: ['UNIMART'],
  }
  const network = await open([home, store])
  fireEvent.click(within(screen.getByRole('group', { name: '超商取貨' })).getByText('編輯'))
  const dialog = within(await screen.findByRole('dialog', { name: '編輯 超商取貨' }))
  expect(dialog.getByLabelText<HTMLInputElement>('可取貨付款').checked).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: '儲存' }))
  expect((await network.request(1)).body).toMatchObject({ data: { kind: 'store', cod: true } })
})

test('a refused fee of a step is told at its field, and a place without an address at its own', async () => {
  const network = await open()
  fireEvent.click(screen.getByText('新增自取'))
  await screen.findByRole('dialog', { name: '新增自取' })
  type('取貨地點', '中山店')
  fireEvent.click(screen.getByRole('button', { name: '新增' }))
  const sent = await network.request(1)
  const message = ['address 屬性不得為空']
  sent.answer(
    { success: false, code: 'INVALID_INPUT', message, fields: { address: message[0] } },
    400,
  )
  await screen.findByText('請填寫地址')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '地址' }))
})

test('one is deleted after a question', async () => {
  const network = await open()
  const row = within(screen.getByRole('group', { name: '自取' }))
  fireEvent.click(row.getByText('刪除'))
  const question = within(await screen.findByRole('alertdialog', { name: '刪除「自取」？' }))
  fireEvent.click(question.getByText('刪除'))
  expect(await network.request(1)).toMatchObject({ method: 'DELETE' })
})
