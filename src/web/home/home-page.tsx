import { homeHead } from '#contract/shop-heads.ts'
import { HomeCampaigns, useHomeCampaigns } from '../campaigns/home-campaigns.tsx'
import { useNewestProducts, usePicks } from '../catalog/catalog.queries.ts'
import { usePageHead } from '../ui/page-head.ts'
import { HomeContact } from './home-contact.tsx'
import { HomeCoupon } from './home-coupon.tsx'
import { HomeGift } from './home-gift.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomePicks } from './home-picks.tsx'
import { HomeSlides } from './home-slides.tsx'
import { HomeStories } from './home-stories.tsx'
import { Reveal } from './reveal.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

/** A section whose products cannot be loaded is left out silently. */
export function HomePage() {
  usePageHead(homeHead)
  const newest = useNewestProducts()
  const picks = usePicks()
  const campaigns = useHomeCampaigns()
  const picked = picks.isError ? [] : picks.data
  return (
    <>
      <HomeHero />
      {campaigns ? (
        <>
          <HomeCampaigns campaigns={campaigns} />
          <HomeSlides products={newest.isError ? [] : newest.data} />
        </>
      ) : (
        // Avoids a layout shift when the campaigns come, or when there are none.
        <div className="min-h-dvh" />
      )}
      <Reveal after={350}>{picked?.length !== 0 && <HomePicks products={picked} />}</Reveal>
      <Reveal after={1290}>
        <HomeCoupon />
      </Reveal>
      <Reveal after={1900}>
        <HomeStories />
      </Reveal>
      <Reveal after={2500}>
        <HomeGift />
        <HomeContact />
      </Reveal>
      <ScrollToTop />
    </>
  )
}
