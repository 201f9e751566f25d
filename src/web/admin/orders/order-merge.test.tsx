import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import type { OrderLife } from './order-life.ts'
import { OrderMerge } from './order-merge.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const lifeWith = (merge: object) =>
  ({
    order: { id: 'order-1' },
    merge: { with: [], offers: [], left_out: [], ...merge },
  }) as unknown as OrderLife
const other = { id: 'order-2', number: '261130-2' }
const awaited = { id: 'order-3', number: '261130-3', awaits_goods: true }

test('the owner sees who gets more, what is given back, and merges with one press (AFTER-09)', async () => {
  const network = new HeldNetwork()
  const offered = { offers: [other, awaited], saving: 120, waits: true }
  renderAdmin(<OrderMerge life={lifeWith(offered)} />)
  expect(screen.getByText(/同一位收件人還有 2 筆訂單/).textContent).toContain(
    '261130-2、261130-3（待到貨）',
  )
  expect(screen.getByText(/少收的 NT\$120 在出貨或建立寄件單時退還/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '併單出貨' }))
  const { path, body } = await network.request(0)
  expect(path).toMatch(/\/admin\/order\/order-1\/merge$/)
  expect(body).toEqual({ data: { with: ['order-2', 'order-3'], expected_saving: 120 } })
})

test('merged orders are taken apart until they are packed; who sees no money sends no sum (AFTER-09)', async () => {
  const network = new HeldNetwork()
  renderAdmin(<OrderMerge life={lifeWith({ with: [other], can_split: true })} />)
  fireEvent.click(screen.getByRole('button', { name: '分開寄' }))
  expect((await network.request(0)).method).toBe('DELETE')
  cleanup()
  renderAdmin(<OrderMerge life={lifeWith({ with: [other], offers: [awaited] })} />)
  expect(screen.queryByRole('button', { name: '分開寄' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '併單出貨' }))
  expect((await network.request(1)).body).toEqual({ data: { with: ['order-3'] } })
})
