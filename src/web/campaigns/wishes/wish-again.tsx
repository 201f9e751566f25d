import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { CampaignWish } from './campaign-wish.tsx'

/** On the page of a campaign that has ended: its products may be asked for again. */
export function WishAgain({ campaign, path }: { campaign: Campaign; path: string }) {
  const productIds = campaign.products.map(({ product_id }) => product_id)
  return (
    <CampaignWish productIds={productIds} path={path} question={t('這一團已結束，想再開團嗎？')} />
  )
}
