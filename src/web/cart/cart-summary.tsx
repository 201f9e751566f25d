import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { memberSession, memberToken } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { payable } from './amounts.ts'
import { CartAmounts } from './cart-amounts.tsx'
import { CouponBox } from './coupon-box.tsx'
import { SummaryCard } from './summary-card.tsx'

export function CartSummary({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const obstacleId = useId()
  const obstacle = findObstacle(cart)

  async function goOn() {
    // Waits for a session that is still being restored.
    await memberToken().catch(() => null)
    navigate(memberSession().isLoggedIn ? paths.checkout() : paths.memberLogin())
  }

  return (
    <SummaryCard
      title="訂單摘要"
      total={payable(cart.final_total)}
      action={
        <Button
          variant="primary"
          fullWidth
          disabled={obstacle !== undefined}
          aria-describedby={obstacle && obstacleId}
          onClick={goOn}
        >
          填寫資料
        </Button>
      }
    >
      <CouponBox cart={cart} />
      <div className="mt-5">
        <CartAmounts cart={cart} />
      </div>
      {obstacle && (
        <p id={obstacleId} className="mt-4 text-sm text-danger">
          {obstacle}
        </p>
      )}
    </SummaryCard>
  )
}

/** What the server would refuse the order for. */
function findObstacle(cart: Cart): string | undefined {
  if (cart.carts.some(({ product }) => product.is_enabled === 0)) return '請先移除已下架的商品'
  if (cart.coupon_notice) return '請先更換或移除已失效的優惠券'
}
