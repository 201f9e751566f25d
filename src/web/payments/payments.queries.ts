import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EndpointReply, endpointKey } from '#contract/endpoint.ts'
import type * as schema from '#contract/payments.schema.ts'
import { type PaymentAttempt, paymentApi, transferMethod } from '#contract/payments.ts'
import { callerQuery } from '../api/caller-query.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../api/idempotency-key.ts'
import { useMemberSession } from '../api/member-session.ts'
import { useApiMutation } from '../api/queries.ts'
import { shopConfig } from '../api/shop-config.ts'
import { ofOrders } from '../shared/order-endpoints.ts'
import { postForm } from '../shared/post-form.ts'
import { showToast } from '../ui/toast-store.ts'

/** A failure shows an inline error beside the button, a success the paid order. */
export function usePay() {
  const idempotency = useIdempotencyKey()
  return useApiMutation(paymentApi.pay, {
    toast: 'none',
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: [...ofOrders, paymentApi.options],
    refreshesOnConflict: true,
    onSuccess: idempotency.reset,
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}

type PaymentOptions = EndpointReply<typeof schema.options>['data']

const askOftenMs = 30_000
const askAtAllMs = 5 * 60_000

/** The shopper came back from the gateway's page, and its answer has not come yet. */
export function isConfirming(attempt: PaymentAttempt | undefined): boolean {
  return attempt?.state === 'pending' && attempt.number === undefined
}

/**
 * Nobody knows yet whether the order is paid: money came that does not count for it, or its time is
 * over and the gateway has not said that nothing came.
 */
export function isUnsettled(
  { attempt, is_paid, expires_at }: Pick<PaymentOptions, 'attempt' | 'is_paid' | 'expires_at'>,
  nowMs: number,
): boolean {
  if (is_paid) return false
  if (attempt?.state === 'captured') return true
  return attempt?.state === 'pending' && expires_at !== undefined && expires_at * 1000 < nowMs
}

function useOptionsQuery(id: string) {
  return callerQuery(useMemberSession(), paymentApi.options, { params: { id } })
}

/** Whether no money moves; the sandbox of this machine is known before the server answers. */
export function useIsTrial(id: string): boolean {
  const { data } = useQuery(useOptionsQuery(id))
  return shopConfig.payments === 'sandbox' || (data?.data.is_trial ?? false)
}

/**
 * How an order can be paid; asked again while the outcome of an attempt is not known. `restart`
 * begins the waiting anew, for a shopper who comes back.
 */
export function usePaymentOptions(id: string) {
  const client = useQueryClient()
  const [openedAt, setOpenedAt] = useState(() => Date.now())
  const options = useQuery({
    ...useOptionsQuery(id),
    refetchInterval: ({ state }) => {
      if (!isConfirming(state.data?.data.attempt)) return false
      const waited = Date.now() - openedAt
      if (waited > askAtAllMs) return false
      return waited < askOftenMs ? 2_000 : 10_000
    },
  })
  const known = options.data?.data
  // An order whose card is authorised is payable no more.
  const isDone = known !== undefined && (known.is_paid || known.is_payable === false)
  useEffect(() => {
    if (!isDone) return
    for (const stale of ofOrders) {
      void client.invalidateQueries({ queryKey: endpointKey(stale) })
    }
  }, [isDone, client])
  const waited = options.dataUpdatedAt - openedAt
  return {
    ...options,
    canPayAgain: waited > askOftenMs,
    isLate: waited > askAtAllMs - 10_000,
    restart() {
      setOpenedAt(Date.now())
      void options.refetch()
    },
  }
}

type Started = EndpointReply<typeof schema.start>['data']

/** The browser is on its way to a gateway; from a link that opens an application it may come to nothing. */
export function isLeaving({ action, address, app_link }: Partial<Started> = {}): boolean {
  return action !== undefined || (address !== undefined && app_link === undefined)
}

/** Leads to the gateway's page in this window; without one the order is paid, or waits for a transfer. */
export function useStartPayment() {
  const idempotency = useIdempotencyKey()
  return useApiMutation(paymentApi.start, {
    toast: 'none',
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: [...ofOrders, paymentApi.options],
    refreshesOnConflict: true,
    onSuccess: ({ data, message }, input) => {
      idempotency.reset()
      if (data.action) postForm(data.action, data.fields ?? {})
      else if (data.address) location.assign(addressOf(data, data.address))
      // Its account appears above the methods, where a screen reader is not.
      else if (input.data.method === transferMethod) showToast({ tone: 'success', text: message })
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}

/** A phone opens the application, and stays on this page when it has none. */
function addressOf({ app_link }: Started, address: string): string {
  return app_link && matchMedia('(pointer: coarse)').matches ? app_link : address
}
