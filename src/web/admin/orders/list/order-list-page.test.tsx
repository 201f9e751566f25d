import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import type { Order } from '#contract/orders.ts'
import type { Role } from '#contract/permissions.ts'
import { apiQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { AdminOrderListPage } from './order-list-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const order = (id: string): Order => ({
  id,
  create_at: 1_780_000_000,
  is_paid: false,
  message: '',
  number: `260601-${id}`,
  products: {},
  subtotal: 420,
  discount: 0,
  total: 420,
  user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
  num: 1,
  state: 'placed',
  payment_state: 'none',
  shipment_state: 'none',
})
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}

async function openList(search: string, role: Role = 'owner') {
  const address = `${paths.adminOrders()}${search}`
  const path = `${paths.adminOrders()}/*`
  const client = renderAdmin(<AdminOrderListPage />, { path, address, role })
  const isList = ({ path }: { path: string }) => path.includes('/admin/orders')
  const read = await vi.waitUntil(() => network.requests.find(isList))
  read.answer({ success: true, orders: [order('1'), order('2')], pagination, messages: [] })
  await screen.findByLabelText('選取 1')
  return client
}
const buttons = (name: string) => screen.queryAllByText(name, { selector: 'button' })

test('orders can be edited and deleted', async () => {
  await openList('')
  expect([buttons('編輯').length, buttons('刪除').length, buttons('還原').length]).toEqual([
    2, 2, 0,
  ])
})

test('a packer has no column of amounts, and a link that sorts by them sorts by none (MEND-81)', async () => {
  await openList('?sort=total&order=desc', 'packer')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).not.toContain('訂單金額')
  const { path } = network.requests.find(({ path }) => path.includes('/admin/orders')) ?? {}
  expect(path).toContain('sort=id')
})

test('archived orders can be restored, and neither edited nor deleted (ORDERLIFE-08)', async () => {
  await openList('?archived=1')
  expect([buttons('編輯').length, buttons('刪除').length, buttons('還原').length]).toEqual([
    0, 0, 2,
  ])
})

test('of several archived orders only what the server does is offered', async () => {
  await openList('?archived=1')
  for (const id of ['1', '2']) fireEvent.click(screen.getByRole('checkbox', { name: `選取 ${id}` }))
  const group = within(screen.getByRole('group', { name: '批次操作' }))
  expect(group.queryByRole('button', { name: /刪除/ })).toBeNull()
  expect(group.getByRole('button', { name: '還原' })).toBeTruthy()
  fireEvent.click(group.getByRole('button', { name: '批次操作' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['匯出'])
})

test('an order that is changed in the list is read anew on its own page', async () => {
  const client = await openList('')
  const detail = apiQuery(adminOrderLifeApi.detail, { params: { id: '1' } })
  const { queryKey } = detail
  await client.prefetchQuery({ ...detail, queryFn: () => ({ success: true }) as never })
  fireEvent.click(screen.getAllByText('編輯', { selector: 'button' })[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('checkbox', { name: '付款狀態' }))
  fireEvent.click(screen.getByText('儲存'))
  const isWrite = ({ method }: { method: string }) => method === 'PUT'
  const write = await vi.waitUntil(() => network.requests.find(isWrite))
  write.answer({ success: true, message: '已更新訂單' })
  await vi.waitUntil(() => client.getQueryState(queryKey)?.isInvalidated)
})

test('orders that are deleted by a dialog that was left close no dialog that is opened meanwhile', async () => {
  await openList('')
  for (const id of ['1', '2']) fireEvent.click(screen.getByRole('checkbox', { name: `選取 ${id}` }))
  const openDelete = () => fireEvent.click(screen.getByText('全部刪除', { selector: 'button' }))
  openDelete()
  fireEvent.click(screen.getByText('確認刪除'))
  const sent = await vi.waitUntil(() => {
    const found = network.requests.filter(({ method }) => method === 'DELETE')
    return found.length === 2 && found
  })
  fireEvent.click(screen.getByText('關閉'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  openDelete()
  const close = screen.getByText('關閉')
  await waitFor(() => expect(document.activeElement).toBe(close))
  for (const { answer } of sent) answer({ success: true, message: '已刪除' })
  // The list is read anew once they are deleted.
  await waitFor(() => {
    expect(network.requests.filter(({ path }) => path.includes('/admin/orders'))).toHaveLength(2)
  })
  expect(screen.getByRole('dialog', { name: '確認刪除多筆資料' })).toBeTruthy()
  expect(document.activeElement).toBe(close)
})

test('how many orders a page has is chosen once in a browser', async () => {
  await openList('?page=2')
  const isList = ({ path }: { path: string }) => path.includes('/admin/orders')
  fireEvent.change(screen.getByLabelText('每頁'), { target: { value: '50' } })
  const read = await vi.waitUntil(() => network.requests.filter(isList)[1])
  expect(read.path).toContain('page=1&page_size=50')
  cleanup()
  network = new HeldNetwork()
  await openList('')
  expect(screen.getByLabelText<HTMLSelectElement>('每頁').value).toBe('50')
})
