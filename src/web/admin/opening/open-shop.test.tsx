import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpeningState } from '#contract/opening.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { OpenQuestion } from '../ui/question.tsx'
import { AdminOpeningPage } from './opening-page.tsx'
import { OpeningSummary } from './opening-summary.tsx'
import { PaymentAlert } from './payment-alert.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pretended = { id: 'payment', is_done: false, detail: '目前是展示付款' } as const
const steps = (isOpen: boolean, ...more: OpeningState['steps']): OpeningState => ({
  steps: [
    { id: 'name', is_done: true },
    ...more,
    { id: 'staff', is_done: false, is_optional: true },
    { id: 'open', is_done: isOpen },
  ],
  is_put_away: true,
  success: true,
})

async function renderPage(state: OpeningState) {
  renderAdmin(
    <>
      <AdminOpeningPage />
      <OpenQuestion />
    </>,
  )
  ;(await network.request(0)).answer(state)
  return screen.findByRole('button', { name: /營業$/ })
}

test('a shop that opens unfinished is asked, by what it lacks (DOOR-19)', async () => {
  const state = steps(false, pretended, { id: 'mail', is_done: false })
  fireEvent.click(await renderPage(state))
  const question = await screen.findByRole('alertdialog')
  expect(
    within(question)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['收款：目前是展示付款', '寄信：顧客收不到訂單通知與驗證信'])
  expect(network.requests).toHaveLength(1)
  fireEvent.click(within(question).getByRole('button', { name: '仍要開始營業' }))
  expect((await network.request(1)).path).toMatch(/\/admin\/settings$/)
})

test('a shop that is ready opens by one press (DOOR-19)', async () => {
  fireEvent.click(await renderPage(steps(false, { id: 'payment', is_done: true })))
  expect((await network.request(1)).path).toMatch(/\/admin\/settings$/)
})

test('the overview of an open shop warns that payments are pretended, also with its steps put away (DOOR-19)', async () => {
  renderAdmin(<OpeningSummary />)
  ;(await network.request(0)).answer(steps(true, pretended))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('商店已開始營業，但目前是展示付款。')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test.each<[string, boolean, OpeningState]>([
  ['is closed', false, steps(false, pretended)],
  ['takes money', false, steps(true, { id: 'payment', is_done: true })],
  ['is the demo', false, steps(true, { id: 'demo', is_done: false }, pretended)],
  ['was the demo', true, steps(true, { id: 'demo', is_done: true }, pretended)],
])('of a shop that %s it warns: %s (DOOR-19)', (_, warns, state) => {
  renderAdmin(<PaymentAlert state={state} />)
  expect(screen.queryAllByRole('alert')).toHaveLength(warns ? 1 : 0)
})
