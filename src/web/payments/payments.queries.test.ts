import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { groupApi } from '#contract/campaigns.ts'
import { orderApi } from '#contract/orders.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { keepAnswers } from '../testing/kept-queries.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { isUnsettled, usePay, usePaymentOptions, useStartPayment } from './payments.queries.ts'

const now = 1_800_000_000
const attempt = (state: PaymentAttempt['state']): PaymentAttempt => ({
  ...{ id: 'a', provider: 'ecpay', method: 'card' },
  ...{ state, amount: 2_000, created_at: now - 3_600 },
})
const judged = (state: PaymentAttempt['state'] | null, is_paid: boolean, expires_at = now + 60) =>
  isUnsettled({ ...(state && { attempt: attempt(state) }), is_paid, expires_at }, now * 1_000)

describe('whether an order is paid is not known', () => {
  it('while money came that does not count for it (GATEWAY-20)', () => {
    expect(judged('captured', false)).toBe(true)
    expect(judged('captured', true)).toBe(false)
  })

  it('past its time, as long as the gateway has not answered (GATEWAY-27)', () => {
    expect(judged('pending', false, now - 1)).toBe(true)
    expect(judged('pending', false)).toBe(false)
    for (const state of ['created', 'failed', 'expired', 'voided', null] as const) {
      expect(judged(state, false, now - 1)).toBe(false)
    }
  })
})

describe('the order, and the place in a group that it may be, are read anew', () => {
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    hideToast()
  })
  const halves = [
    ...[orderApi.detail, orderApi.list, participationApi.list, participationApi.detail],
    ...[groupApi.detail, leaderApi.list],
  ]
  const paths = halves.map(({ path }) => path)

  /** Renders a hook beside answers that were read before. */
  function renderBeside<Result>(hook: () => Result) {
    const network = new HeldNetwork()
    const client = new QueryClient()
    const stale = keepAnswers(client, halves)
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children)
    return { network, stale, result: renderHook(hook, { wrapper }).result }
  }

  it('after a payment', async () => {
    const { network, stale, result } = renderBeside(usePay)
    result.current.mutate({ params: { id: 'order' } })
    ;(await network.request(0)).answer({ success: true, message: '付款完成' })
    await waitFor(() => expect(stale()).toEqual(paths))
  })

  it('once a payment was begun', async () => {
    const { network, stale, result } = renderBeside(useStartPayment)
    result.current.mutate({ params: { id: 'order' }, data: { method: 'transfer' } })
    const message = '請於期限前完成匯款'
    ;(await network.request(0)).answer({ success: true, message, data: { attempt_id: 'a' } })
    await waitFor(() => expect(stale()).toEqual(paths))
    expect(toastState().message).toBe(message)
  })

  it('once a payment was refused, because the order is not as it was shown', async () => {
    const { network, stale, result } = renderBeside(useStartPayment)
    const start = () =>
      result.current.mutate({ params: { id: 'order' }, data: { method: 'transfer' } })
    start()
    ;(await network.request(0)).answer({ success: false, message: '請稍後再試' }, 503)
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(stale()).toEqual([])
    start()
    ;(await network.request(1)).answer({ success: false, message: '此訂單已取消' }, 409)
    await waitFor(() => expect(stale()).toEqual(paths))
  })

  it.each([
    ['it is paid', { is_paid: true }],
    ['its card is authorised', { is_paid: false, is_payable: false }],
  ])('once %s, and not before (GATEWAY-17)', async (_, outcome) => {
    const { network, stale, result } = renderBeside(() => usePaymentOptions('order'))
    const options = { is_paid: false, total: 100, is_trial: true, methods: [] }
    ;(await network.request(0)).answer({ success: true, data: options })
    await waitFor(() => expect(result.current.data).toBeDefined())
    expect(stale()).toEqual([])
    result.current.restart()
    ;(await network.request(1)).answer({ success: true, data: { ...options, ...outcome } })
    await waitFor(() => expect(stale()).toEqual(paths))
  })
})
