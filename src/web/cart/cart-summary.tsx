import { useId, useTransition } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { t } from '#contract/translate.ts'
import { memberSession, memberToken, useMemberSession } from '../api/member-session.ts'
import { takesGuests } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CartAmounts } from './cart-amounts.tsx'
import { CouponBox } from './coupon-box.tsx'
import { SummaryCard } from './summary-card.tsx'

export function CartSummary({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const reasonId = useId()
  const disabledReason = findDisabledReason(cart)
  const [isLeaving, startLeaving] = useTransition()
  const { isLoggedIn, isRestoring } = useMemberSession()
  const isGuest = !isLoggedIn && !isRestoring && takesGuests()

  function proceed() {
    startLeaving(async () => {
      // Waits for a session that is still being restored.
      await memberToken().catch(() => null)
      if (memberSession().isLoggedIn) return navigate(paths.checkout())
      const next = paths.checkout()
      return navigate(paths.memberLogin(), { state: { isCheckingOut: true, next } })
    })
  }

  return (
    <SummaryCard
      title={t('訂單摘要')}
      total={cart.charge ?? cart.payable}
      action={
        <>
          {disabledReason && (
            <p id={reasonId} className="mb-2 text-sm text-danger">
              {disabledReason}
            </p>
          )}
          <Button
            variant="primary"
            fullWidth
            disabled={disabledReason !== undefined}
            isLoading={isLeaving}
            aria-describedby={disabledReason && reasonId}
            onClick={proceed}
          >
            {t('填寫資料')}
          </Button>
          {isGuest && !disabledReason && (
            <Link
              to={paths.checkout()}
              state={{ isGuest: true }}
              className={`${buttonClass('quiet', { fullWidth: true })} mt-1`}
            >
              {t('以訪客結帳')}
            </Link>
          )}
        </>
      }
    >
      <CouponBox cart={cart} />
      <div className="mt-5">
        <CartAmounts cart={cart} />
      </div>
    </SummaryCard>
  )
}

/** The reason for which the server would refuse the order. */
function findDisabledReason(cart: Cart): string | undefined {
  if (cart.carts.some(({ product }) => product.is_enabled === 0)) return t('請先移除已下架的商品')
  if (cart.coupon_notice) return t('請先更換或移除已失效的優惠券')
}
