import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { OrderCustomer } from './order-customer.tsx'
import type { OrderLife } from './order-life.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const lifeOf = (
  changes: { address?: string; shipping?: object; isArchived?: true } = {},
): OrderLife =>
  ({
    success: true,
    order: {
      id: 'order-1',
      create_at: 1_780_000_000,
      is_paid: false,
      message: '放管理室',
      number: '260601-1',
      products: {},
      user: {
        name: '王小明',
        email: 'a@b',
        tel: '0912345678',
        address: changes.address ?? '臺北市',
      },
      num: 1,
      shipping: changes.shipping ?? { kind: 'home', name: '宅配', fee: 0 },
      state: 'placed',
      payment_state: 'none',
      shipment_state: 'none',
    },
    ...{ timeline: [], parcels: [], refunds: [], attempts: [], actions: [], mails: [] },
    is_archived: changes.isArchived ?? false,
  }) as unknown as OrderLife
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)

test('telephone, address and remark are edited in place; only what differs is sent (DOOR-06)', async () => {
  renderAdmin(<OrderCustomer life={lifeOf()} />)
  const edit = screen.getByRole('button', { name: '編輯訂購人' })
  fireEvent.click(edit)
  await waitFor(() => expect(document.activeElement).toBe(field(/^電話/)))
  expect(field(/^姓名/).value).toBe('王小明')
  fireEvent.change(field(/^電話/), { target: { value: '09' } })
  fireEvent.change(field(/^備註/), { target: { value: '放門口' } })
  fireEvent.click(screen.getByText('儲存'))
  await screen.findByText('電話不可少於 6 碼')
  network.expectCount(0)
  fireEvent.change(field(/^電話/), { target: { value: '02-2345-6789#12' } })
  fireEvent.click(screen.getByText('儲存'))
  const save = await network.request(0)
  // The address of before is no mailbox, and nobody has changed it.
  expect(save.body).toEqual({ data: { user: { tel: '02-2345-6789#12' }, message: '放門口' } })
  save.answer({ success: false, message: ['系統忙碌中'] }, 503)
  await waitFor(() => expect(isInactive(screen.getByText('儲存'))).toBe(false))
  expect(field(/^備註/).value).toBe('放門口')
  fireEvent.click(screen.getByText('儲存'))
  ;(await network.request(1)).answer({ success: true, message: '已更新訂單資訊' })
  const again = await screen.findByRole('button', { name: '編輯訂購人' })
  await waitFor(() => expect(document.activeElement).toBe(again))
})

test('an address is edited in its parts, and sent as one text once a part differs (SHIP-02)', async () => {
  renderAdmin(<OrderCustomer life={lifeOf({ address: '台北市信義區市府路 1 號' })} />)
  fireEvent.click(screen.getByRole('button', { name: '編輯訂購人' }))
  const parts = [/^郵遞區號/, /^縣市/, /^鄉鎮市區/, /^地址/]
  expect(parts.map((label) => field(label).value)).toEqual([
    ...['110', '臺北市', '信義區', '市府路 1 號'],
  ])
  fireEvent.change(field(/^縣市/), { target: { value: '新竹市' } })
  fireEvent.click(screen.getByText('儲存'))
  await screen.findByText('請選擇鄉鎮市區')
  network.expectCount(0)
  fireEvent.change(field(/^鄉鎮市區/), { target: { value: '香山區' } })
  fireEvent.click(screen.getByText('儲存'))
  const save = await network.request(0)
  expect(save.body).toEqual({ data: { user: { address: '300 新竹市香山區市府路 1 號' } } })
})

test('what was typed is asked about before it is lost', async () => {
  renderAdmin(<OrderCustomer life={lifeOf()} />)
  fireEvent.click(screen.getByRole('button', { name: '編輯訂購人' }))
  fireEvent.change(field(/^備註/), { target: { value: '放門口' } })
  fireEvent.click(screen.getByText('取消'))
  fireEvent.click(await screen.findByText('捨棄變更'))
  await screen.findByText('放管理室')
})

test.each([
  { kind: 'leader', name: '團主發放', fee: 0 },
  { kind: 'place', name: '自取', fee: 0 },
])('the place of %j, and an archived order, stay as they are', (shipping) => {
  renderAdmin(<OrderCustomer life={lifeOf({ shipping })} />)
  fireEvent.click(screen.getByRole('button', { name: '編輯訂購人' }))
  expect(screen.queryByLabelText(/^地址/)).toBeNull()
  cleanup()
  renderAdmin(<OrderCustomer life={lifeOf({ isArchived: true })} />)
  expect(screen.queryByRole('button', { name: '編輯訂購人' })).toBeNull()
})
