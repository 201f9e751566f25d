import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { lowestPriceText } from '#contract/campaign-head.ts'
import { formatLowest } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { useCampaignsOfProduct } from '../campaigns.queries.ts'
import { CampaignWish } from '../wishes/campaign-wish.tsx'

/** On the page of a product: it is sold in a group buy just now, or members may ask for one. */
export function ProductCampaignNotice({ productId }: { productId: string }) {
  const { data } = useCampaignsOfProduct(productId)
  // Its place is kept until it is known, so that nothing below moves.
  if (!data) return <div className="mt-4 min-h-11" />
  const [campaign] = data.campaigns
  if (!campaign) {
    return (
      <CampaignWish
        key={productId}
        productIds={[productId]}
        path={paths.product(productId)}
        question={t('想和大家一起團購嗎？')}
      />
    )
  }
  return (
    <p className="mt-4 rounded-lg bg-accent-soft">
      <Link
        to={campaign.code ? paths.group(campaign.code) : paths.campaign(campaign.id)}
        className="flex min-h-11 items-center gap-2 rounded-lg px-3 py-2 text-accent-strong underline-offset-4 hover:underline"
      >
        <Users aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
        <span className="flex flex-wrap gap-x-2">
          <span>{t('這個商品正在開團')}</span>{' '}
          <span className="tabular-nums">
            {t('目前 {price_now}{part}', {
              price_now: formatLowest(campaign.price_now, campaign.has_several_prices),
              part:
                campaign.price_lowest !== undefined &&
                t('，{lowestPriceText}', {
                  lowestPriceText: lowestPriceText(campaign.price_lowest),
                }),
            })}
          </span>
        </span>
      </Link>
    </p>
  )
}
