import type { ReactNode } from 'react'
import type { Product } from '#contract/catalog.ts'
import type { HomeBlockKind } from '#contract/settings.ts'
import { t } from '#contract/translate.ts'
import { HomeCampaigns, useHomeCampaigns } from '../campaigns/list/home-campaigns.tsx'
import { useBlockProducts, usePicks } from '../catalog/catalog.queries.ts'
import { HomeBanner } from './home-banner.tsx'
import { HomeContact } from './home-contact.tsx'
import { useHomeContent } from './home-content.ts'
import { HomeCoupon } from './home-coupon.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomePicks } from './home-picks.tsx'
import { HomeSlides, slidesOf } from './home-slides.tsx'
import { HomeStories } from './home-stories.tsx'
import { Reveal } from './reveal.tsx'
import { withoutRepeats } from './without-repeats.ts'

/** Blocks, and how far down they appear. */
export interface RevealedPart {
  after?: number
  kinds: readonly HomeBlockKind[]
}

/** A block whose products cannot be loaded is left out silently. */
export function HomeBlocks({ revealsAt = [] }: { revealsAt?: readonly RevealedPart[] }) {
  const { blocks, category } = useHomeContent()
  const has = (kind: HomeBlockKind) => blocks.includes(kind)
  const newest = slideRows(useBlockProducts({}, has('new')))
  const best = slideRows(useBlockProducts({ sort: 'bestselling' }, has('bestselling')))
  const ofCategory = slideRows(useBlockProducts({ category }, has('category') && category !== ''))
  const picked = shownRows(usePicks(has('picks')))
  const rows = withoutRepeats(blocks, {
    new: newest,
    bestselling: best,
    // Without one nothing is asked for.
    ...(category && { category: ofCategory }),
    picks: picked,
  })
  const campaigns = useHomeCampaigns(has('campaigns'))

  const content: Record<HomeBlockKind, () => ReactNode> = {
    campaigns: () => campaigns && <HomeCampaigns campaigns={campaigns} />,
    new: () => <HomeSlides title={t('最新商品')} products={rows.new} />,
    bestselling: () => <HomeSlides title={t('熱銷商品')} products={rows.bestselling} />,
    category: () => category && <HomeSlides title={category} products={rows.category} />,
    picks: () => rows.picks?.length !== 0 && <HomePicks products={rows.picks} />,
    offer: () => <HomeCoupon />,
    stories: () => <HomeStories />,
    banner: () => <HomeBanner />,
    newsletter: () => <HomeContact />,
  }
  // Of an owner's own order nobody knows where the depths are.
  const isSpecified = String(blocks) === String(revealsAt.flatMap(({ kinds }) => kinds))
  const parts: readonly RevealedPart[] = isSpecified ? revealsAt : [{ kinds: blocks }]
  return (
    <>
      <HomeHero />
      {parts.map(({ after, kinds }) => {
        // Avoids a layout shift when the campaigns come, or when there are none.
        const waits = campaigns === undefined && kinds.includes('campaigns')
        const known = waits ? kinds.slice(0, kinds.indexOf('campaigns')) : kinds
        const shown = [
          ...known.map((kind) => <Block key={kind}>{content[kind]()}</Block>),
          waits && <div key="later" className="min-h-dvh" />,
        ]
        return after === undefined ? (
          shown
        ) : (
          <Reveal key={after} after={after}>
            {shown}
          </Reveal>
        )
      })}
    </>
  )
}

/** Keeps its place among its siblings, whether it shows anything or not. */
function Block({ children }: { children: ReactNode }) {
  return children
}

function shownRows<T>({ isError, data }: { isError: boolean; data: T[] | undefined }) {
  return isError ? [] : data
}

function slideRows(block: { isError: boolean; data: Product[] | undefined }) {
  const products = shownRows(block)
  return products && slidesOf(products)
}
