import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { apiQuery } from '../../api/queries.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { startOfTaipeiDay } from '../ui/fields/taipei-input.ts'
import { CouponRulesPage } from './coupon-rules-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
  hideToast()
})

const coupon: Coupon = {
  id: 'coupon-1',
  title: '週年慶',
  code: 'year',
  percent: 80,
  due_date: 4_070_908_799,
  is_enabled: 1,
  num: 1,
}
const isRead = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.endsWith('/coupon-1')
/** Answers the read number `index` of the coupon with these rules. */
async function answerRead(index: number, rules: Partial<Coupon>) {
  const read = await vi.waitUntil(() => network.requests.filter(isRead)[index])
  read.answer({ success: true, coupon: { ...coupon, ...rules }, uses: 0 })
}
const isSave = ({ method }: { method: string }) => method === 'PUT'
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)

test('the form waits for the rules of now when the page is opened again', async () => {
  const client = renderAdmin(<CouponRulesPage id="coupon-1" />)
  await answerRead(0, { max_uses: 5 })
  expect((await field('總次數')).value).toBe('5')
  cleanup()
  const { queryKey } = apiQuery(adminCouponApi.detail, { params: { id: 'coupon-1' } })
  await waitFor(() => expect(client.getQueryData(queryKey)).toBeUndefined())
  renderAdmin(<CouponRulesPage id="coupon-1" />, { client })
  expect(screen.queryByLabelText('總次數')).toBeNull()
  await answerRead(1, { max_uses: 7 })
  expect((await field('總次數')).value).toBe('7')
})

test('a read of meanwhile fills the fields that were not changed here', async () => {
  const client = renderAdmin(<CouponRulesPage id="coupon-1" />)
  await answerRead(0, { max_uses: 5, min_total: 100 })
  fireEvent.change(await field('總次數'), { target: { value: '6' } })
  void client.invalidateQueries({ queryKey: endpointKey(adminCouponApi.detail) })
  await answerRead(1, { max_uses: 9, min_total: 300 })
  const minimum = await field('最低金額')
  await waitFor(() => expect(minimum.value).toBe('300'))
  expect((await field('總次數')).value).toBe('6')
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({
    data: { max_uses: 6, min_total: 300, changed_fields: ['max_uses'] },
  })
})

test('unsaved rules are asked about when the path changes, as often as it does', async () => {
  setAdminToken('token', Date.now() + 3_600_000)
  renderAdmin(
    <>
      <Link to="?page=2">第 2 頁</Link>
      <Link to="/first">第一處</Link>
      <Link to="/second">第二處</Link>
      <CouponRulesPage id="coupon-1" />
    </>,
  )
  await answerRead(0, { max_uses: 5 })
  fireEvent.change(await field('總次數'), { target: { value: '6' } })
  fireEvent.click(screen.getByText('第 2 頁'))
  await vi.waitUntil(() => network.requests.find(({ path }) => path.includes('page=2')))
  expect(screen.queryByText('捨棄變更')).toBeNull()
  // The route here shows the same screen at every path, with what was typed.
  fireEvent.click(screen.getByText('第一處'))
  fireEvent.click(await screen.findByText('捨棄變更'))
  await waitFor(() => expect(screen.queryByText('捨棄變更')).toBeNull())
  expect((await field('總次數')).value).toBe('6')
  fireEvent.click(screen.getByText('第二處'))
  await screen.findByText('捨棄變更')
})

test('what is typed while the rules are saved stays, unsaved', async () => {
  setAdminToken('token', Date.now() + 3_600_000)
  renderAdmin(
    <>
      <Link to="/elsewhere">別處</Link>
      <CouponRulesPage id="coupon-1" />
    </>,
  )
  await answerRead(0, { max_uses: 5, min_total: 100 })
  fireEvent.change(await field('總次數'), { target: { value: '6' } })
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  fireEvent.change(await field('最低金額'), { target: { value: '300' } })
  save.answer({ success: true, message: '已更新優惠券' })
  await vi.waitUntil(() => network.requests.filter(isRead)[1])
  fireEvent.click(screen.getByText('別處'))
  fireEvent.click(await screen.findByText('繼續編輯'))
  await answerRead(1, { max_uses: 7, min_total: 100 })
  await screen.findByDisplayValue('7')
  expect((await field('最低金額')).value).toBe('300')
})

const lastOfOctober = startOfTaipeiDay('2026-10-31')

/** Says of the day what a browser says of one that is half typed: it has no value. */
async function setHalfTyped(badInput: boolean) {
  const day = await field('開始日')
  Object.defineProperty(day, 'validity', { value: { badInput }, configurable: true })
  return day
}

test('a start day that is half typed is an error, not a coupon without a start day', async () => {
  renderAdmin(<CouponRulesPage id="coupon-1" />)
  await answerRead(0, { valid_from: lastOfOctober })
  const day = await setHalfTyped(true)
  fireEvent.change(day, { target: { value: '' } })
  fireEvent.click(screen.getByText('儲存'))
  await screen.findByText('請輸入正確的開始日')
  await waitFor(() => expect(document.activeElement).toBe(day))
  expect(network.requests.filter(isSave)).toEqual([])
  await setHalfTyped(false)
  fireEvent.blur(day)
  await waitFor(() => expect(screen.queryByText('請輸入正確的開始日')).toBeNull())
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { valid_from: null } })
})

test('a start day in half a year is an error', async () => {
  renderAdmin(<CouponRulesPage id="coupon-1" />)
  await answerRead(0, {})
  fireEvent.change(await field('開始日'), { target: { value: '0020-10-31' } })
  fireEvent.click(screen.getByText('儲存'))
  await screen.findByText('請輸入正確的開始日')
  expect(network.requests.filter(isSave)).toEqual([])
})

test('a start day of meanwhile is shown', async () => {
  const client = renderAdmin(<CouponRulesPage id="coupon-1" />)
  await answerRead(0, { valid_from: lastOfOctober })
  expect((await field('開始日')).value).toBe('2026-10-31')
  void client.invalidateQueries({ queryKey: endpointKey(adminCouponApi.detail) })
  await answerRead(1, { valid_from: startOfTaipeiDay('2027-01-02') })
  await waitFor(async () => expect((await field('開始日')).value).toBe('2027-01-02'))
})
