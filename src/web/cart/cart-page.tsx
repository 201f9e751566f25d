import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { rich } from '../ui/rich.tsx'
import { useClearCart } from './cart.queries.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'
import type { CheckoutStep } from './step-indicator.tsx'
import { summaryLayout } from './summary-layout.ts'
import { useCart } from './use-cart.ts'

export function CartPage() {
  usePageTitle(t('購物車'))
  const cart = useCart()
  const step: CheckoutStep = cart.data && cart.data.carts.length > 0 ? 0 : -1
  return (
    <CheckoutFrame title={t('購物車')} step={step}>
      {cart.data ? (
        <CartContent cart={cart.data} />
      ) : cart.isError ? (
        <ErrorState message={t('購物車暫時無法顯示')} onRetry={() => cart.refetch()} />
      ) : (
        <CartSkeleton />
      )}
    </CheckoutFrame>
  )
}

function CartContent({ cart }: { cart: Cart }) {
  const clear = useClearCart(cart)
  if (cart.carts.length === 0) {
    return <EmptyCart isJustCleared={!clear.isIdle} />
  }
  return (
    <div className={summaryLayout}>
      <CartLines cart={cart} clear={clear} />
      <CartSummary cart={cart} />
    </div>
  )
}

/** The button that was pressed is gone, so the empty state takes its focus. */
function EmptyCart({ isJustCleared }: { isJustCleared: boolean }) {
  const navigate = useNavigate()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isJustCleared) element.current?.focus()
  }, [isJustCleared])
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <EmptyState
        message={t('購物車是空的')}
        action={
          <Button variant="primary" onClick={() => navigate(paths.products())}>
            {t('前往選購')}
          </Button>
        }
      />
    </div>
  )
}

function CartLines({ cart, clear }: { cart: Cart; clear: ReturnType<typeof useClearCart> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="cart-lines">
      <div className="flex items-center justify-between border-b border-line pb-2">
        <h2
          id="cart-lines"
          ref={heading}
          tabIndex={-1}
          className="rounded text-base font-semibold outline-none"
        >
          {rich('共 {part} 項商品', {
            part: <span className="tabular-nums">{cart.carts.length}</span>,
          })}
        </h2>
        <span className="-mr-3">
          <Button variant="quiet" isLoading={clear.isPending} onClick={() => clear.mutate({})}>
            {t('清空購物車')}
          </Button>
        </span>
      </div>
      <ul className="divide-y divide-line">
        {cart.carts.map((line) => (
          <CartLineRow
            key={line.id}
            line={line}
            isLocked={clear.isPending}
            onRemoved={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}
