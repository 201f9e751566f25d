import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { AdminCategoryListPage } from './category-list-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const categories = ['茶', '杯', '燈'].map((name) => ({ name, count: 1, picture: '', text: '' }))
const shown = () =>
  screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

async function open() {
  const network = new HeldNetwork()
  renderAdmin(<AdminCategoryListPage />)
  const read = await network.request(0)
  read.answer({ success: true, categories, messages: [] })
  await screen.findByText('茶')
  return network
}

test('an arrow and a drag move a category, and the focus stays with it (DOOR-15)', async () => {
  const network = await open()
  const down = screen.getByLabelText('「茶」往後移')
  down.focus()
  fireEvent.click(down)
  expect(shown()).toEqual(['杯', '茶', '燈'])
  expect(document.activeElement).toBe(screen.getByLabelText('「茶」往後移'))
  const sent = await network.request(1)
  expect(sent).toMatchObject({ method: 'PUT', body: { data: { names: ['杯', '茶', '燈'] } } })

  fireEvent.click(screen.getByLabelText('「茶」往後移'))
  expect(document.activeElement).toBe(screen.getByLabelText('「茶」往前移'))
  expect(screen.getByRole('status').textContent).toBe('「茶」已移到第 3 個')

  const [first, , last] = screen.getAllByRole('listitem')
  if (!first || !last) throw new Error('no rows')
  fireEvent.dragStart(last)
  fireEvent.drop(first)
  expect(shown()).toEqual(['茶', '杯', '燈'])
})

test('a move that is refused goes back (DOOR-15)', async () => {
  const network = await open()
  fireEvent.click(screen.getByLabelText('「燈」往前移'))
  expect(shown()).toEqual(['茶', '燈', '杯'])
  const sent = await network.request(1)
  sent.answer({ success: false, message: '資料庫忙碌中' }, 503)
  await waitFor(() => expect(shown()).toEqual(['茶', '杯', '燈']))
})

test('another name asks first, since it is that of the products (DOOR-15)', async () => {
  const network = await open()
  const [edit] = screen.getAllByText('編輯')
  if (!edit) throw new Error('no button')
  fireEvent.click(edit)
  fireEvent.change(await screen.findByLabelText(/^名稱/), { target: { value: '茶葉' } })
  fireEvent.click(screen.getByText('儲存'))
  await screen.findByText(/1 項商品的分類會改為「茶葉」/)
  network.expectCount(1)
  fireEvent.click(screen.getByText('仍要儲存'))
  const sent = await network.request(1)
  const data = { name: '茶', new_name: '茶葉', picture: '', text: '' }
  expect(sent).toMatchObject({ method: 'PUT', body: { data } })
})
