import { BadgeCheck, TicketPercent, TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { t } from '#contract/translate.ts'
import { couponPercentLabel } from '../shared/coupon-label.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useApplyCoupon, useClearCoupon } from './cart.queries.ts'

export function CouponBox({ cart }: { cart: Cart }) {
  const apply = useApplyCoupon()
  const clear = useClearCoupon()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const applied = couponOf(cart.carts)
  const typed = code.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed === '' || apply.isPending) return
    apply.mutate(
      { data: { code: typed } },
      {
        onSuccess: () => {
          setCode('')
          field.current?.focus()
        },
        // The reason stands below it, where the bar of the total would hide it.
        onError: () => field.current?.scrollIntoView({ block: 'center' }),
      },
    )
  }

  function takeOff() {
    clear.mutate({}, { onSuccess: () => field.current?.focus() })
  }

  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 id={headingId} className="sr-only">
        {t('優惠券')}
      </h2>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <div className="flex-[99_1_9rem]">
          <TextField
            ref={field}
            label={t('優惠碼')}
            name="coupon"
            value={code}
            error={apply.isError ? apply.error.message : undefined}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => {
              setCode(event.target.value)
              apply.reset()
            }}
          />
        </div>
        {/* The padding is the height of the label, so that field and button stand in one line. */}
        <div className="grow pt-[1.65rem]">
          <Button
            type="submit"
            variant="secondary"
            fullWidth
            disabled={typed === ''}
            isLoading={apply.isPending}
            icon={
              applied ? (
                <BadgeCheck data-icon="coupon-applied" />
              ) : (
                <TicketPercent data-icon="coupon" />
              )
            }
          >
            {t('套用優惠碼')}
          </Button>
        </div>
      </form>
      <div role="status">
        {applied && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-accent-soft py-1 pr-1 pl-3 text-sm">
            <p className="min-w-0 py-1 [overflow-wrap:anywhere]">
              {t('已套用優惠券：{code}', { code: applied.code })}
              <span className="ml-2 font-semibold text-accent">
                {couponPercentLabel(applied.percent)}
              </span>
            </p>
            <TakeOffButton isLoading={clear.isPending} onClick={takeOff} />
          </div>
        )}
        {cart.coupon_notice && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-warn-soft py-1 pr-1 pl-3 text-sm">
            <p className="flex min-w-0 items-start gap-2 py-1 [overflow-wrap:anywhere]">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
              {cart.coupon_notice}
            </p>
            <TakeOffButton isLoading={clear.isPending} onClick={takeOff} />
          </div>
        )}
      </div>
    </section>
  )
}

function TakeOffButton(props: { isLoading: boolean; onClick: () => void }) {
  return (
    <Button variant="quiet" {...props}>
      {t('移除優惠券')}
    </Button>
  )
}
