import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../../api/queries.ts'
import { adminCampaignOf } from '../../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { EditCampaignPage } from './campaign-editor.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const isSave = ({ method }: { method: string }) => method === 'PUT'
const path = '/backend/campaign/campaign-1/edit'
const keyOf = () => apiQuery(adminCampaignApi.detail, { params: { id: 'campaign-1' } }).queryKey
const replyWith = (campaign: AdminCampaign) => ({
  success: true as const,
  campaign,
  server_now: 1_780_000_000,
})

/** Opens the form of a draft, at a step. */
function open(campaign: AdminCampaign, step = 'goods') {
  const client = renderAdmin(<EditCampaignPage id="campaign-1" />, {
    path,
    address: `${path}?step=${step}`,
  })
  client.setQueryData(keyOf(), replyWith(campaign))
  return client
}

test('what is saved is a change of the version that the form was opened with', async () => {
  const client = open(adminCampaignOf(1, '蜂蜜'))
  const title = await screen.findByLabelText<HTMLInputElement>(/^名稱/)
  fireEvent.change(title, { target: { value: '龍眼蜂蜜' } })
  client.setQueryData(keyOf(), replyWith(adminCampaignOf(2, '蜂蜜（同事改的）')))
  fireEvent.click(screen.getByText('下一步：條件'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜', version: 1 } })
})

test('Enter in the search for a product leaves the form open', async () => {
  open(adminCampaignOf(1, '蜂蜜'))
  const title = await screen.findByLabelText(/^名稱/)
  fireEvent.change(title, { target: { value: '龍眼' } })
  await userEvent.type(screen.getByLabelText('商品'), '龍眼{Enter}')
  fireEvent.change(title, { target: { value: '龍眼蜂蜜' } })
  fireEvent.click(screen.getByText('下一步：條件'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜' } })
})

test('a step is saved and says at its fields what it lacks, until it leads on (DOOR-06)', async () => {
  const incomplete = { min_target: '請填寫成團門檻', starts_at: '請填寫開團時間' }
  open({ ...adminCampaignOf(1, '蜂蜜'), incomplete }, 'terms')
  fireEvent.click(await screen.findByText('下一步：時間'))
  await screen.findByText('請填寫成團門檻')
  const target = screen.getByLabelText(/^成團門檻/)
  fireEvent.change(target, { target: { value: '20' } })
  expect(screen.queryByText('請填寫成團門檻')).toBeNull()
  fireEvent.click(screen.getByText('下一步：時間'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { min_target: 20, version: 1 } })
  const saved = { ...adminCampaignOf(2, '蜂蜜'), min_target: 20 }
  const reply = { message: '已更新團購', campaign: { ...saved, incomplete: { starts_at: '缺' } } }
  save.answer({ success: true, ...reply })
  await screen.findByLabelText('開團時間')
  // It begins at its top, for the keyboard, too.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  // Backwards nothing is asked for.
  fireEvent.click(screen.getByText('上一步'))
  await screen.findByLabelText(/^成團門檻/)
})

test('what a draft lacks keeps it from being published, and leads to its step (DOOR-06)', async () => {
  const incomplete = { ends_at: '請填寫截止時間' }
  open({ ...adminCampaignOf(1, '蜂蜜'), incomplete }, 'publish')
  expect((await screen.findByText('發布團購')).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByText('前往時間'))
  const ends = await screen.findByLabelText<HTMLInputElement>('截止時間')
  fireEvent.click(screen.getByText('七天後 22:00'))
  expect(ends.value).toMatch(/T22:00$/)
})

test('the variants that take part are chosen with their difference, and priced in each tier (VAR-06)', async () => {
  const variants = ['原味', '辣味', '海苔', '停售'].map((title, index) => ({
    ...{ variant_id: `c${index}`, title, step: 10 * index, own_price: 120 + 10 * index },
  }))
  const products = [
    { product_id: 'c0', title: '蝦餅', unit: '包', picture: '', own_price: 120, variants },
  ]
  const tiers = [100, 90].map((unit_price, tier) => ({
    ...{ from_units: 1 + 9 * tier, prices: [{ product_id: 'c0', unit_price }] },
  }))
  open({ ...adminCampaignOf(1, '蝦餅團'), products, tiers })
  const asked = await vi.waitUntil(() =>
    network.requests.find(({ path }) => path.includes('choices?ids=c0')),
  )
  const found = variants.slice(0, 3).map(({ variant_id, title, own_price }) => ({
    ...{ id: variant_id, title, price: own_price },
  }))
  const choice = {
    id: 'c0',
    title: '蝦餅',
    picture: '',
    price: 120,
    is_enabled: 1,
    variants: found,
  }
  asked.answer({ success: true, products: [choice], has_more: false })
  const step = await screen.findByLabelText('辣味 差額')
  fireEvent.change(step, { target: { value: '-5' } })
  const row = within(screen.getByRole('row', { name: /辣味/ }))
  expect(
    row
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(-2),
  ).toEqual(['NT$95', 'NT$85'])
  fireEvent.click(screen.getByRole('checkbox', { name: '海苔' }))
  // A product that is added has a request of its own.
  await userEvent.type(screen.getByLabelText(/^商品/), '杯')
  const search = await vi.waitUntil(() => network.requests.find(({ path }) => path.includes('q=')))
  const mug = { ...choice, id: 'mug', title: '馬克杯', variants: undefined }
  search.answer({ success: true, products: [mug], has_more: false })
  await userEvent.click(await screen.findByRole('option', { name: /馬克杯/ }))
  expect(screen.getByLabelText('辣味 差額')).toBeTruthy()
  fireEvent.click(screen.getByText('下一步：條件'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  const chosen = [
    { variant_id: 'c0', step: 0 },
    { variant_id: 'c1', step: -5 },
    { variant_id: 'c3', step: 30 },
  ]
  expect(save.body).toMatchObject({
    data: { products: [{ product_id: 'c0', variants: chosen }, { product_id: 'mug' }] },
  })
})

test('the last variant that takes part stays (VAR-06)', async () => {
  const [first, second] = ['原味', '辣味'].map((title) => ({ id: title, title, price: 120 }))
  const variants = [{ variant_id: '原味', title: '原味', step: 0, own_price: 120 }]
  const product = { product_id: 'c0', title: '蝦餅', unit: '包', picture: '', own_price: 120 }
  open({ ...adminCampaignOf(1, '蝦餅團'), products: [{ ...product, variants }] })
  const asked = await vi.waitUntil(() =>
    network.requests.find(({ path }) => path.includes('choices?ids=c0')),
  )
  const choice = { id: 'c0', title: '蝦餅', picture: '', price: 120, is_enabled: 1 }
  const products = [{ ...choice, variants: [first, second] }]
  asked.answer({ success: true, products, has_more: false })
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  await screen.findByLabelText('辣味 差額')
  expect([box('原味').disabled, box('辣味').disabled]).toEqual([true, false])
  fireEvent.click(box('辣味'))
  expect(box('原味').disabled).toBe(false)
})

test('a team may be paid to its leader, a group of everybody is not offered it (AFTER-06)', async () => {
  open({ ...adminCampaignOf(1, '蜂蜜'), kind: 'team' }, 'terms')
  fireEvent.click(await screen.findByRole('radio', { name: /^付給團主/ }))
  fireEvent.click(screen.getByRole('radio', { name: /^團主登記收款後/ }))
  fireEvent.click(screen.getByText('下一步：時間'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({
    data: { money: 'pay_after_success', pays_leader: true, leader_sending: 'tick' },
  })
  cleanup()
  open({ ...adminCampaignOf(1, '蜂蜜'), kind: 'pool' }, 'terms')
  await screen.findByRole('radio', { name: /^成團後付款/ })
  expect(screen.queryByRole('radio', { name: /^付給團主/ })).toBeNull()
})

test('a group of everybody may be sold by members, or by named ones; a team is not offered it (AFTER-10)', async () => {
  open(adminCampaignOf(1, '蜂蜜'), 'terms')
  fireEvent.click(await screen.findByRole('checkbox', { name: '開放幫賣' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '只開放指定的會員幫賣' }))
  fireEvent.change(screen.getByLabelText('幫賣分潤'), { target: { value: '5' } })
  fireEvent.click(screen.getByText('下一步：時間'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({
    data: { has_sellers: true, leaders_only: true, commission_percent: 5 },
  })
  cleanup()
  open({ ...adminCampaignOf(1, '蜂蜜'), kind: 'team' }, 'terms')
  await screen.findByLabelText('團主分潤')
  expect(screen.queryByRole('checkbox', { name: '開放幫賣' })).toBeNull()
})
