import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { PickingPage } from './picking-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('two variants of one product are ticked apart (VAR-10)', async () => {
  const network = new HeldNetwork()
  const address = { pathname: paths.adminPacking(), state: { ids: ['order-1'] } }
  renderAdmin(<PickingPage />, { address })
  const products = ['原味', '辣味'].map((title, index) => ({
    ...{ product_id: 'cake', variant_id: `cake-${index}`, title: `蝦餅（${title}）` },
    ...{ unit: '包', category: '點心', pieces: 1, orders: 1 },
  }))
  const reply = { success: true, products, orders: [], left_out: [], total: 1 }
  ;(await network.request(0)).answer(reply)
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  fireEvent.click(screen.getByRole('checkbox', { name: /辣味/ }))
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true])
})
