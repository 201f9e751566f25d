import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { payable } from '../cart/amounts.ts'
import { useCart } from '../cart/cart.queries.ts'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { CheckoutForm, type OrderContent } from './checkout-form.tsx'
import { useCreateOrder } from './orders.queries.ts'

/** How long the success is shown before the payment, in milliseconds. */
const successMs = 1500

export function CheckoutPage() {
  usePageTitle('填寫寄送資訊')
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) return <Navigate to={paths.memberLogin()} replace />
  return (
    <CheckoutFrame title="填寫寄送資訊" step={1}>
      {user ? <Checkout user={user} /> : <CartSkeleton />}
    </CheckoutFrame>
  )
}

function Checkout({ user }: { user: MemberUser }) {
  const cart = useCart()
  const [sentCart, setSentCart] = useState<Cart>()
  const [orderId, setOrderId] = useState<string>()
  const create = useCreateOrder({ onSuccess: setOrderId })
  const isRunning = useRef(false)
  useRedirect(orderId)

  // From the submission until a refusal the cart shown is the one that was sent: the shop's own may
  // be empty already, even after an answer that was lost, where sending again tells.
  const isSent = create.isPending || create.isOutcomeUnknown || orderId !== undefined
  const shown = isSent ? sentCart : cart.data
  if (!shown) {
    return cart.isError ? (
      <ErrorState message="購物車暫時無法顯示" onRetry={() => cart.refetch()} />
    ) : (
      <CartSkeleton />
    )
  }
  if (shown.carts.length === 0) return <Navigate to={paths.cart()} replace />

  function send(order: OrderContent, agreed: Cart) {
    // A second press can come before the button shows that the first one is on its way.
    if (isRunning.current) return
    isRunning.current = true
    setSentCart(agreed)
    create.mutate(
      { data: { ...order, expected_total: payable(agreed.final_total) } },
      {
        onSettled: () => {
          isRunning.current = false
        },
      },
    )
  }
  return (
    <CheckoutForm
      user={user}
      cart={shown}
      isSending={create.isPending || orderId !== undefined}
      onSubmit={(order) => send(order, shown)}
    />
  )
}

function useRedirect(orderId: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (orderId === undefined) return
    const timer = setTimeout(() => navigate(paths.pay(orderId)), successMs)
    return () => clearTimeout(timer)
  }, [orderId, navigate])
}
