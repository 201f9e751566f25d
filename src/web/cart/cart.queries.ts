import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Cart, type CartLine, cartApi } from '#contract/cart.ts'
import { couponApi } from '#contract/coupons.ts'
import { type Endpoint, type EndpointSchema, endpointKey } from '#contract/endpoint.ts'
import { t } from '#contract/translate.ts'
import { type ApiError, isMissing } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useMemberSession } from '../api/member-session.ts'
import { useApiMutation } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { closeFailureToasts, showToast, type ToastAction } from '../ui/toast-store.ts'
import { cartKey } from './use-cart.ts'

/** How long the toast of a successful cart action stays, in milliseconds. */
const cartToastMs = 3000

/** How long a cleared cart can be brought back, in milliseconds. */
const undoMs = 8000

const toCart = () => ({ label: t('查看購物車'), to: paths.cart() })

/** Writes of one scope run one after the other, so that the last reply is the last state. */
const cartScope = 'cart'

export function useAddLine() {
  return useCartMutation(cartApi.addLine, {
    successAction: toCart(),
  })
}

export function useUpdateLine() {
  return useCartMutation(cartApi.updateLine)
}

export function useRemoveLine() {
  return useCartMutation(cartApi.removeLine)
}

export function useApplyCoupon() {
  return useCartMutation(couponApi.apply)
}

export function useClearCoupon() {
  return useCartMutation(couponApi.clear)
}

/** `cart` is the one that is cleared: the toast offers to bring it back. */
export function useClearCart(cart: Cart) {
  const restore = useRestoreCart()
  return useCartMutation(cartApi.clear, {
    successToastMs: undoMs,
    successAction: {
      label: t('復原'),
      onPress: () => restore.mutate({ lines: cart.carts, code: couponOf(cart.carts)?.code }),
    },
  })
}

function useRestoreCart() {
  return useAddLines({ done: t('已復原購物車'), refused: t('未能復原') })
}

/** Orders the lines of an order again, as far as they can be had. */
export function useBuyAgain() {
  return useAddLines({ done: t('已加入購物車'), refused: t('未能加入'), action: toCart() })
}

/** Adds every line, then the coupon. A refusal does not stop the others; a toast names it. */
function useAddLines(words: { done: string; refused: string; action?: ToastAction }) {
  const client = useQueryClient()
  const setCart = useSetCart()
  const { action } = words
  return useMutation({
    scope: { id: cartScope },
    networkMode: 'always',
    mutationFn: async (added: { lines: CartLine[]; code?: string | undefined }) => {
      const refused: string[] = []
      const attempt = async (name: string, write: Promise<{ cart: Cart }>) => {
        try {
          await setCart((await write).cart)
        } catch (error) {
          if (!isMissing(error as Error)) throw error
          const { code, message } = error as ApiError
          refused.push(code === 'CART_STOCK_SHORT' ? message : name)
        }
      }
      // Own keys that another client gave a line come back with it.
      for (const {
        id,
        total,
        final_total,
        product,
        coupon,
        stock_left,
        variant_title,
        ...data
      } of added.lines) {
        await attempt(t('「{title}」', { title: product.title }), call(cartApi.addLine, { data }))
      }
      const { code } = added
      if (code)
        await attempt(t('優惠券 {code}', { code }), call(couponApi.apply, { data: { code } }))
      return refused
    },
    onSuccess: (refused) => {
      if (refused.length === 0) {
        showToast({
          tone: 'success',
          text: words.done,
          durationMs: cartToastMs,
          ...(action && { action }),
        })
        return
      }
      const text = t('{name}：{reason}', {
        name: words.refused,
        reason: refused.join(t('、')),
      })
      showToast({ tone: 'failure', text, ...(action && { action }) })
      return refreshCart(client)
    },
    onError: (error) => {
      showToast({ tone: 'failure', text: error.message })
      return refreshCart(client)
    },
  })
}

/** A write whose reply carries the whole cart. After a refusal the cart is read again. */
function useCartMutation<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  options: { successAction?: ToastAction; successToastMs?: number } = {},
) {
  const client = useQueryClient()
  const setCart = useSetCart()
  return useApiMutation(endpoint, {
    scope: cartScope,
    successToastMs: cartToastMs,
    ...options,
    onSuccess: (reply) => {
      closeFailureToasts()
      return setCart((reply as { cart: Cart }).cart)
    },
    onError: () => refreshCart(client),
  })
}

/** Shows the cart of a reply. A read that began before it would bring back the old one. */
function useSetCart() {
  const client = useQueryClient()
  const queryKey = cartKey(useMemberSession())
  return async (cart: Cart) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { success: true as const, data: cart, messages: [] })
  }
}

export function refreshCart(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: endpointKey(cartApi.read) })
}
