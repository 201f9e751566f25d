import type { SettingValues } from '#contract/settings.ts'
import { brand } from '../../../api/shop-config.ts'
import { HomeBlocks } from '../../../home/home-blocks.tsx'
import { HomeContent } from '../../../home/home-content.ts'
import { type HomeForm, homeValues } from './home-form.ts'
import { ShopPreview } from './shop-preview.tsx'

/** Home as it would be with what is typed. */
export function HomePreview({ typed, stored }: { typed: HomeForm; stored: SettingValues['home'] }) {
  const { blocks, offer, ...content } = homeValues(typed)
  // Whether another code can be used is known once it is saved.
  const isStored = offer.code === stored.offer.code
  const { coupon } = isStored ? brand.home.offer : {}
  const home = {
    ...content,
    offer: { title: offer.title, rewards: offer.rewards, ...(coupon && { coupon }) },
    blocks: blocks.filter(({ is_on }) => is_on).map(({ kind }) => kind),
  }
  return (
    <ShopPreview>
      {() => (
        <HomeContent value={home}>
          <HomeBlocks />
          <div className="h-16" />
        </HomeContent>
      )}
    </ShopPreview>
  )
}
