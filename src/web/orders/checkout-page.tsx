import { useLocation, useNavigate } from 'react-router'
import { t } from '#contract/translate.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
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
import { useOwnCredit } from './credit/use-own-credit.ts'
import { useCheckoutDefaults } from './use-checkout-defaults.ts'
import { useSubmission } from './use-submission.ts'

/** How long the success is shown before the payment, in milliseconds. */
const successMs = 1500

export function CheckoutPage() {
  usePageTitle(t('填寫寄送資訊'))
  const { user, isRestoring } = useMemberSession()
  const { state, search } = useLocation()
  // On the way back from a map of stores the address says it alone.
  const saysGuest = state?.isGuest === true || new URLSearchParams(search).get('guest') === '1'
  const isGuest = !user && !isRestoring && saysGuest && takesGuests()
  if (!user && !isRestoring && !isGuest) return <ToSignIn />
  return (
    <CheckoutFrame title={t('填寫寄送資訊')} step={1}>
      {user || isGuest ? <Checkout key={user?.uid} user={user} /> : <CartSkeleton />}
    </CheckoutFrame>
  )
}

/** Of a guest without a user. */
function Checkout({ user }: { user: MemberUser | null }) {
  const cart = useCart()
  const defaults = useCheckoutDefaults(user)
  const account = useOwnCredit(user)
  const submission = useSubmission(cart.data, defaults?.policyVersion)
  useRedirect(submission.orderId)

  const shown = submission.cart
  if (!shown) {
    return cart.isError ? (
      <ErrorState message={t('購物車暫時無法顯示')} onRetry={() => cart.refetch()} />
    ) : (
      <CartSkeleton />
    )
  }
  if (shown.carts.length === 0) return <Redirect to={paths.cart()} />
  if (!defaults || account === undefined) return <CartSkeleton />
  return (
    <CheckoutForm
      user={user}
      cart={shown}
      defaults={defaults}
      account={account}
      serverErrors={submission.fieldErrors}
      isSending={submission.isSending}
      onSubmit={submission.submit}
    />
  )
}

function useRedirect(orderId: string | undefined) {
  const navigate = useNavigate()
  useAfter(successMs, orderId !== undefined, () => navigate(paths.pay(orderId ?? '')))
}
