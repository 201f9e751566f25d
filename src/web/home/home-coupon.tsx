import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ShownBrand } from '#contract/settings.ts'
import { t } from '#contract/translate.ts'
import { couponPercentLabel } from '../shared/coupon-label.ts'
import { Button } from '../ui/button.tsx'
import { useHomeContent } from './home-content.ts'

/** The rewards that the shop writes, and a coupon for as long as it can be used. */
export function HomeCoupon() {
  const { title, rewards, coupon } = useHomeContent().offer
  if (!coupon && rewards.length === 0) return null
  return (
    <section className="mt-section bg-accent-soft">
      <div className="mx-auto grid w-full max-w-page grid-cols-1 items-center gap-8 px-4 py-12 sm:px-6 md:grid-cols-2 md:py-16 lg:px-8">
        <div>
          <h2 className="font-serif text-2xl font-semibold">{title || t('優惠')}</h2>
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-lg tabular-nums">
            {rewards.map((reward) => (
              <li key={reward}>{reward}</li>
            ))}
          </ul>
        </div>
        {coupon && <CouponBox coupon={coupon} />}
      </div>
    </section>
  )
}

type Coupon = NonNullable<ShownBrand['home']['offer']['coupon']>

function CouponBox({ coupon: { code, percent, is_for_all: isForAll } }: { coupon: Coupon }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      // Without permission for the clipboard the code can still be read and typed.
      setCopied(false)
    }
  }

  return (
    <div className="rounded-card border border-line bg-surface p-[min(1.5rem,6vw)]">
      <p className="text-sm text-ink-muted">
        {t('結帳時輸入優惠碼，{part} {couponPercentLabel}', {
          part: isForAll ? t('整筆訂單') : t('適用商品'),
          couponPercentLabel: couponPercentLabel(percent),
        })}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <p className="rounded-lg border-2 border-dashed border-line-strong px-5 py-2 font-mono text-xl font-semibold select-all">
          {code}
        </p>
        <Button variant="primary" icon={isCopied ? <Check /> : <Copy />} onClick={copy}>
          {t('複製優惠碼')}
        </Button>
        {/* The space is reserved, so that the card keeps its size. */}
        <p role="status" className="min-h-7 min-w-[3em] font-medium text-sage">
          {isCopied && t('已複製')}
        </p>
      </div>
    </div>
  )
}
