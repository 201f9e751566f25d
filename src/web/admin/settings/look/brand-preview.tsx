import type { CSSProperties } from 'react'
import { brandProperties } from '#contract/brand-colors.ts'
import { HomeHero } from '../../../home/home-hero.tsx'
import type { StoredSettings } from '../setting-groups.ts'
import { type BrandForm, isColor } from './brand-form.ts'
import { ShopPreview } from './shop-preview.tsx'

/** A page of the shop as the typed brand makes it. It is a picture: nothing in it can be pressed. */
export function BrandPreview({ typed, stored }: { typed: BrandForm; stored: StoredSettings }) {
  const { accent, ground } = stored.brand.values
  const properties = brandProperties({
    ...typed,
    accent: isColor(typed.accent) ? typed.accent.trim() : accent,
    ground: isColor(typed.ground) ? typed.ground.trim() : ground,
  })
  const look = { ...properties, '--radius-card': properties['--radius-xl'] } as CSSProperties
  const { name } = stored.shop.values
  return (
    <ShopPreview look={look}>
      {(isPhone) => (
        <>
          {typed.announcement.text && (
            <p className="bg-fill px-4 py-2 text-center text-sm text-on-fill">
              {typed.announcement.text}
            </p>
          )}
          <div className="flex h-16 items-center gap-4 border-b border-line px-4">
            {typed.logo && (
              <img
                src={typed.logo}
                alt=""
                className="h-9 w-auto max-w-44 object-contain object-left"
              />
            )}
            {(!typed.logo || typed.shows_name === 1) && (
              <span className="font-serif text-xl font-semibold">{name}</span>
            )}
            <span className="ml-auto text-ink-muted">
              {isPhone ? '購物車' : '全部商品　購物車'}
            </span>
          </div>
          <HomeHero />
          <div className={`mt-section grid gap-4 px-4 ${isPhone ? 'grid-cols-2' : 'grid-cols-4'}`}>
            {['a', 'b', 'c', 'd'].slice(0, isPhone ? 2 : 4).map((key) => (
              <div key={key} className="rounded-card border border-line bg-surface p-3">
                <div className="aspect-square rounded-lg bg-sand" />
                <p className="mt-2 font-medium">商品名稱</p>
                <p>
                  <span className="font-semibold">NT$480</span>{' '}
                  <span className="text-sm text-ink-muted line-through">NT$580</span>
                </p>
                <span className="mt-1 inline-block rounded-pill bg-accent-soft px-2 text-sm text-accent-strong">
                  省 NT$100
                </span>
              </div>
            ))}
          </div>
          <div
            className="bg-sand px-4 py-6 text-sm text-ink-muted"
            style={{ marginTop: 'var(--spacing-section)' }}
          >
            <p className="font-serif text-xl font-semibold text-ink">{name}</p>
            <p>{typed.footer_text}</p>
          </div>
        </>
      )}
    </ShopPreview>
  )
}
