import { homeHead } from '#contract/shop-heads.ts'
import { usePageHead } from '../ui/page-head.ts'
import { HomeBlocks, type RevealedPart } from './home-blocks.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

/** The blocks of the specification, and how far down each part of them appears. */
const specified: readonly RevealedPart[] = [
  { kinds: ['campaigns', 'new'] },
  { after: 350, kinds: ['picks'] },
  { after: 1290, kinds: ['offer'] },
  { after: 1900, kinds: ['stories'] },
  { after: 2500, kinds: ['banner', 'newsletter'] },
]

export function HomePage() {
  usePageHead(homeHead)
  return (
    <>
      <HomeBlocks revealsAt={specified} />
      <ScrollToTop />
    </>
  )
}
