import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type CSSProperties, useState } from 'react'
import { brandProperties } from '#contract/brand-colors.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type BrandForm, isColor } from './brand-form.ts'
import type { StoredSettings } from './setting-groups.ts'

const widths = { phone: 390, desktop: 1100 }

/** A page of the shop as the typed brand makes it. It is a picture: nothing in it can be pressed. */
export function BrandPreview({ typed, stored }: { typed: BrandForm; stored: StoredSettings }) {
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const isPhone = device === 'phone'
  const { accent, ground } = stored.brand.values
  const properties = brandProperties({
    ...typed,
    accent: isColor(typed.accent) ? typed.accent.trim() : accent,
    ground: isColor(typed.ground) ? typed.ground.trim() : ground,
  })
  const look = { ...properties, '--radius-card': properties['--radius-xl'] } as CSSProperties
  const { hero } = stored.home.values
  const { name } = stored.shop.values
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={device}
        aria-label="預覽的寬度"
        onChange={(_, chosen: keyof typeof widths | null) => chosen && setDevice(chosen)}
      >
        <ToggleButton value="phone" sx={toggle}>
          手機
        </ToggleButton>
        <ToggleButton value="desktop" sx={toggle}>
          電腦
        </ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ width: '100%', maxWidth: widths[device], containerType: 'inline-size' }}>
        <Box
          inert
          role="img"
          aria-label={`商店在${isPhone ? '手機' : '電腦'}上的樣子`}
          style={look}
          sx={{
            border: '1px solid var(--color-line)',
            borderRadius: 2,
            overflow: 'hidden',
            // Above the fields, it leaves them in view.
            maxHeight: { xs: 420, lg: 'none' },
            // As wide as the window it stands for, and made smaller to fit.
            ...(!isPhone && { zoom: 'calc(min(1, 100cqw / 1100px))' }),
          }}
        >
          <div className="bg-paper text-ink">
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
            <div className="px-4 py-8">
              <p className="font-serif text-3xl font-semibold whitespace-pre-line">
                {hero.title || name}
              </p>
              <p className="mt-4 max-w-sm text-lg text-ink-muted">{hero.text}</p>
              <span className={`${buttonClass('primary')} mt-6`}>{hero.button || '立即選購'}</span>
            </div>
            <div className={`grid gap-4 px-4 ${isPhone ? 'grid-cols-2' : 'grid-cols-4'}`}>
              {['a', 'b', 'c', 'd'].slice(0, isPhone ? 2 : 4).map((key) => (
                <div key={key} className="rounded-card border border-line bg-surface p-3">
                  <div className="aspect-square rounded-lg bg-sand" />
                  <p className="mt-2 font-medium">商品名稱</p>
                  <p>
                    <span className="font-semibold">NT$480</span>{' '}
                    <span className="text-sm text-ink-muted line-through">NT$580</span>
                  </p>
                  <span className="mt-1 inline-block rounded-full bg-accent-soft px-2 text-sm text-accent-strong">
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
          </div>
        </Box>
      </Box>
    </Box>
  )
}

const toggle = { minHeight: 44, px: 2.5 } as const
