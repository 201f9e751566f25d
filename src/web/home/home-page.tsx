import { useAllProducts } from '../catalog/catalog.queries.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { HomeContact } from './home-contact.tsx'
import { HomeCoupon } from './home-coupon.tsx'
import { HomeGift } from './home-gift.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomePicks } from './home-picks.tsx'
import { HomeSlides } from './home-slides.tsx'
import { HomeStories } from './home-stories.tsx'
import { Reveal } from './reveal.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

/** Products that cannot be had are left out without a word: home is whole without them. */
export function HomePage() {
  usePageTitle()
  const all = useAllProducts()
  const products = all.isError ? [] : all.data?.products
  return (
    <>
      <HomeHero />
      <HomeSlides products={products} />
      <Reveal after={350}>{products?.length !== 0 && <HomePicks products={products} />}</Reveal>
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
