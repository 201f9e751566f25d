import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { PackingPage } from './packing-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  more = {}
})

function orderOf(number: string, also: object = {}) {
  return {
    id: `order-${number}`,
    number,
    create_at: 1_790_000_000,
    state: 'processing',
    is_partly_shipped: false,
    message: '',
    user: { name: '王小明', tel: '0912345678', address: '台北市' },
    shipping: { kind: 'home', name: '宅配' },
    lines: [],
    ...also,
  }
}

/** Further properties of an order of the list, by its number. */
let more: Record<string, object> = {}
/** Opens the page anew, as after a print, and answers its list. */
async function open(...numbers: string[]) {
  cleanup()
  const { length } = network.requests
  renderAdmin(<PackingPage />)
  const orders = numbers.map((number) => orderOf(number, more[number]))
  const reply = { success: true, products: [], orders, left_out: [], total: orders.length }
  ;(await network.request(length)).answer(reply)
  await screen.findByRole('checkbox', { name: '全選' })
}

const field = (number: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${number} 的貨運單號` })
const box = (number: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `選取 ${number}` })
const carrier = () => screen.getByLabelText<HTMLSelectElement>('物流公司')
const stored = () => sessionStorage.getItem('packing.draft')

test('what is typed and selected is there again after another screen', async () => {
  await open('A1', 'A2')
  fireEvent.change(field('A1'), { target: { value: 'TW-100' } })
  fireEvent.click(box('A2'))
  fireEvent.change(carrier(), { target: { value: 'post' } })
  await open('A1', 'A2')
  expect(carrier().value).toBe('post')
  expect(field('A1').value).toBe('TW-100')
  expect([box('A1').checked, box('A2').checked]).toEqual([false, true])
})

test('what belongs to a shipped order is removed', async () => {
  await open('A1', 'A2')
  fireEvent.change(field('A1'), { target: { value: 'TW-100' } })
  fireEvent.click(box('A1'))
  expect(stored()).toBe('{"chosen":["order-A1"],"numbers":{"order-A1":"TW-100"},"carrier":"tcat"}')
  await open('A2')
  await waitFor(() => expect(stored()).toBeNull())
})

test.each(['{', 'null', '[]', '{"chosen":3,"numbers":[7],"carrier":"ship"}'])(
  'a stored %s is ignored',
  async (text) => {
    sessionStorage.setItem('packing.draft', text)
    await open('A1')
    expect(field('A1').value).toBe('')
    expect(box('A1').checked).toBe(false)
    expect(carrier().value).toBe('tcat')
  },
)

test('the orders that a paste fills are selected', async () => {
  await open('A1', 'A2', 'A3')
  fireEvent.paste(field('A2'), { clipboardData: { getData: () => 'TW-1\nTW-2\n' } })
  expect(['A1', 'A2', 'A3'].map((number) => box(number).checked)).toEqual([false, true, true])
})

test('orders of one recipient are merged with one press, and have one tracking number (AFTER-09)', async () => {
  more = { A1: { same_recipient: ['order-A2', 'order-A3'] } }
  await open('A1', 'A2', 'A3')
  expect(screen.getByText('同一位收件人還有 2 筆訂單')).toBeTruthy()
  const { length } = network.requests
  fireEvent.click(screen.getByRole('button', { name: /併單出貨/ }))
  const { method, path, body } = await network.request(length)
  expect([method, body]).toEqual(['POST', { data: { with: ['order-A2', 'order-A3'] } }])
  expect(path).toMatch(/\/admin\/order\/order-A1\/merge$/)
  more = { A1: { ships_with: ['A2'] }, A2: { ships_with: ['A1'] } }
  await open('A1', 'A2', 'A3')
  expect(field('A1')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'A2 的貨運單號' })).toBeNull()
  expect(screen.getByText('與 A1 同一個包裹')).toBeTruthy()
})
