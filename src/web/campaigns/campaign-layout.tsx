import type { ReactNode } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { usePageTitle } from '../ui/page-head.ts'
import { pageWidth } from '../ui/page-width.ts'
import { galleryShape, PictureGallery } from '../ui/picture-gallery.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const pictureSizes = '(min-width: 1200px) 620px, (min-width: 768px) 52vw, 100vw'
const frame = `${pageWidth} py-6 lg:py-8`
const grid =
  'grid gap-4 md:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] md:grid-rows-[auto_1fr] md:gap-x-10 lg:gap-x-14'

/** Pictures, the panel that decides beside them, and what is to be read below; on a phone in a row. */
export function CampaignLayout(props: {
  campaign: Campaign
  decision: ReactNode
  children: ReactNode
}) {
  const { campaign, decision, children } = props
  const pictures = [
    ...new Set([...campaign.pictures, ...campaign.products.map(({ picture }) => picture)]),
  ].filter(Boolean)
  return (
    <div className={frame}>
      <div className={grid}>
        <div className="min-w-0">
          <PictureGallery title={campaign.title} pictures={pictures} sizes={pictureSizes} />
        </div>
        <div className="min-w-0 space-y-4 md:sticky md:top-20 md:row-span-2 md:self-start">
          {decision}
        </div>
        <div className="min-w-0 space-y-4">{children}</div>
      </div>
    </div>
  )
}

export function CampaignSkeleton() {
  usePageTitle(t('團購'))
  return (
    <div className={frame}>
      <div role="status" aria-label={t('團購載入中')} className={grid}>
        <Skeleton className={`${galleryShape} rounded-card`} />
        <div className="space-y-4 md:row-span-2">
          <Skeleton className="h-8 w-40 rounded-pill" />
          <Skeleton className="h-11 w-3/4" />
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </div>
      </div>
    </div>
  )
}
