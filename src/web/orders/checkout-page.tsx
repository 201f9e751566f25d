import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { useCart } from '../cart/cart.queries.ts'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { CheckoutForm } from './checkout-form.tsx'
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
  const [placed, setPlaced] = useState<{ orderId: string; cart: Cart } | null>(null)
  const create = useCreateOrder({
    onSuccess: (orderId) => cart.data && setPlaced({ orderId, cart: cart.data }),
  })
  useRedirect(placed?.orderId)

  const shown = placed?.cart ?? cart.data
  if (!shown) {
    return cart.isError ? (
      <ErrorState message="購物車暫時無法顯示" onRetry={() => cart.refetch()} />
    ) : (
      <CartSkeleton />
    )
  }
  // After a lost answer the order may stand and the cart be empty: sending again tells.
  const isSettled = !placed && !create.isPending && !create.isOutcomeUnknown
  if (shown.carts.length === 0 && isSettled) return <Navigate to={paths.cart()} replace />
  return (
    <CheckoutForm
      user={user}
      cart={shown}
      isSending={create.isPending || placed !== null}
      onSubmit={(order) => create.mutate({ data: order })}
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
