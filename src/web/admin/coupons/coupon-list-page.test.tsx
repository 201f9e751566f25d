import { cleanup, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { AdminCouponListPage } from './coupon-list-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a shop without coupons says 目前無資料 (ACOUPON-09)', async () => {
  const network = new HeldNetwork()
  const address = paths.adminCoupons()
  renderAdmin(<AdminCouponListPage />, { path: `${address}/*`, address })
  const isList = ({ path }: { path: string }) => path.includes('/admin/coupons')
  const read = await vi.waitUntil(() => network.requests.find(isList))
  const pagination = {
    ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
  }
  read.answer({ success: true, coupons: [], pagination, messages: [] })
  await screen.findByText('目前無資料')
})
