import { useQuery, useQueryClient } from '@tanstack/react-query'
import { creditApi } from '#contract/credit.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { orderLifeApi, type Refund } from '#contract/order-life.ts'
import { orderMergeApi } from '#contract/order-merge.ts'
import { orderApi } from '#contract/orders.ts'
import { refundApi } from '#contract/refunds.ts'
import { storeApi } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import { ApiError } from '../api/api-error.ts'
import { callerQuery } from '../api/caller-query.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../api/idempotency-key.ts'
import { useMemberSession } from '../api/member-session.ts'
import { saveOrderAccess } from '../api/order-access.ts'
import { keepPreviousRows, useApiMutation } from '../api/queries.ts'
import { refreshCart } from '../cart/cart.queries.ts'
import { ofOrders } from '../shared/order-endpoints.ts'
import { cancelledAndRefunding } from '../shared/order-state-label.ts'
import { showToast } from '../ui/toast-store.ts'
import { refreshPolicy } from './use-checkout-defaults.ts'

/** The filters of 我的訂單, by their names on the wire. */
export const orderFilters = {
  placed: '待付款',
  open: '處理中',
  closed: '已完成',
  cancelled: '已取消',
}
export type OrderFilter = keyof typeof orderFilters

export function useOrders(page: number, state?: OrderFilter) {
  const query = callerQuery(useMemberSession(), orderApi.list, {
    query: { page: String(page), ...(state && { state }) },
  })
  return useQuery({ ...query, placeholderData: keepPreviousRows(({ orders }) => orders) })
}

/** `isFresh`: read again even where it was read a moment ago. */
export function useOrder(id: string, { isFresh = false } = {}) {
  const query = callerQuery(useMemberSession(), orderApi.detail, { params: { id } })
  return useQuery({
    ...query,
    select: ({ order }) => order,
    ...(isFresh && { refetchOnMount: 'always' as const }),
  })
}

/** An order with all that happened to it. */
export function useOrderLife(id: string) {
  return useQuery(callerQuery(useMemberSession(), orderApi.detail, { params: { id } }))
}

export function useMergeOrders() {
  return useApiMutation(orderMergeApi.merge, { refresh: ofOrders, refreshesOnConflict: true })
}

export function useSplitParcel() {
  return useApiMutation(orderMergeApi.split, { refresh: ofOrders, refreshesOnConflict: true })
}

export function useCancelOrder(choices: { hasNotice: boolean; onCancelled: () => void }) {
  const idempotency = useIdempotencyKey()
  return useApiMutation(orderLifeApi.cancel, {
    toast: 'failure',
    hasNotice: choices.hasNotice,
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: ofOrders,
    refreshesOnConflict: true,
    onSuccess: ({ refunds }) => {
      idempotency.reset()
      showToast({ tone: 'success', text: cancelledText(refunds) })
      choices.onCancelled()
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}

export function useAskAboutOrder({ onSent }: { onSent: (text: string) => void }) {
  const idempotency = useIdempotencyKey()
  return useApiMutation(orderLifeApi.ask, {
    hasNotice: true,
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    refresh: [orderApi.detail],
    onSuccess: (_, { data }) => {
      idempotency.reset()
      onSent(data.text)
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
}

export function useSaveRefundAccount() {
  return useApiMutation(refundApi.account, { hasNotice: true, refresh: [orderApi.detail] })
}

/** A refund that moves no money is done at once. */
function cancelledText(refunds: readonly Refund[]): string {
  if (refunds.length === 0) return t('訂單已取消')
  const isDone = refunds.every(({ state }) => state === 'done')
  return isDone ? t('訂單已取消，款項已退還') : t(cancelledAndRefunding)
}

/** A retry of the same content after a lost reply does not order twice. */
export function useCreateOrder(choices: { onSuccess: (orderId: string) => void }) {
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  const create = useApiMutation(orderApi.create, {
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onSuccess: ({ orderId, access }) => {
      idempotency.reset()
      // The account that a guest makes afterwards still sees the order.
      if (access !== undefined) saveOrderAccess(orderId, access)
      choices.onSuccess(orderId)
      void refreshCart(client)
      void client.invalidateQueries({ queryKey: endpointKey(orderApi.list) })
    },
    onError: (error) => {
      if (!isDefinitiveFailure(error)) return
      idempotency.reset()
      void refreshCart(client)
      // The chosen store may have closed.
      void client.invalidateQueries({ queryKey: endpointKey(storeApi.readChoice) })
      if (error instanceof ApiError && error.code?.startsWith('CREDIT_')) {
        void client.invalidateQueries({ queryKey: endpointKey(creditApi.own) })
      }
      if (error instanceof ApiError && error.code === 'POLICY_CHANGED') {
        void refreshPolicy(client)
      }
    },
  })
  return { ...create, isOutcomeUnknown: create.isError && !isDefinitiveFailure(create.error) }
}
