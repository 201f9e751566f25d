import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { privacyApi } from '#contract/privacy.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { apiQuery } from '../api/queries.ts'
import { takesGuests } from '../api/shop-config.ts'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { useCart } from '../cart/use-cart.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { ToSignIn } from '../navigation/to-sign-in.tsx'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { useAfter } from '../ui/use-after.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useLastRecipient } from './use-last-recipient.ts'
import { useSubmission } from './use-submission.ts'

/** How long the success is shown before the payment, in milliseconds. */
const successMs = 1500

export function CheckoutPage() {
  usePageTitle('填寫寄送資訊')
  const { user, isRestoring } = useMemberSession()
  const { state } = useLocation()
  const isGuest = !user && !isRestoring && state?.isGuest === true && takesGuests()
  if (!user && !isRestoring && !isGuest) return <ToSignIn />
  return (
    <CheckoutFrame title="填寫寄送資訊" step={1}>
      {user || isGuest ? <Checkout key={user?.uid} user={user} /> : <CartSkeleton />}
    </CheckoutFrame>
  )
}

/** Of a guest without a user. */
function Checkout({ user }: { user: MemberUser | null }) {
  const cart = useCart()
  const lastRecipient = useLastRecipient(user)
  const policy = useQuery(apiQuery(privacyApi.read, { query: {} }))
  const submission = useSubmission(cart.data, policy.data?.policy.version)
  useRedirect(submission.orderId)

  const shown = submission.cart
  if (!shown) {
    return cart.isError ? (
      <ErrorState message="購物車暫時無法顯示" onRetry={() => cart.refetch()} />
    ) : (
      <CartSkeleton />
    )
  }
  if (shown.carts.length === 0) return <Redirect to={paths.cart()} />
  return (
    <CheckoutForm
      user={user}
      cart={shown}
      lastRecipient={lastRecipient}
      policyVersion={policy.data?.policy.version}
      serverErrors={submission.fieldErrors}
      isSending={submission.isSending}
      onSubmit={(order) => submission.submit(order, shown)}
    />
  )
}

function useRedirect(orderId: string | undefined) {
  const navigate = useNavigate()
  useAfter(successMs, orderId !== undefined, () => navigate(paths.pay(orderId ?? '')))
}
