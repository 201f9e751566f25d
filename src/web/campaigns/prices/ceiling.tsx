import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { shippingFee } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { rich } from '../../ui/rich.tsx'
import { methodsOf } from '../campaign-methods.ts'
import { ceilingPrices, hasSeveralSteps } from './group-price.ts'

/** The most that anybody pays for a piece, with the shipping fee that the form adds. */
export function Ceiling({ campaign }: { campaign: Campaign }) {
  const methods = methodsOf(campaign)
  const usual = campaign.delivery === 'each' ? shopTerms?.shipping : undefined
  // Of several the shopper chooses one: the form adds its fee.
  const shipping = methods ? undefined : usual
  const isCharged = methods?.some(({ fee, steps }) => fee > 0 || steps)
  const isOne = campaign.products.length === 1
  if (!isOne || campaign.products.some(hasSeveralSteps)) {
    return (
      <>
        {isOne ? t('最高不超過各規格第一級的單價') : t('最高不超過各商品第一級的單價')}
        {isCharged && <span className="whitespace-nowrap">{t('，運費依配送方式另計')}</span>}
        {shipping !== undefined &&
          shipping.fee > 0 &&
          rich('，{part}', {
            part: (
              <span className="whitespace-nowrap">
                {t('另計運費 {fee}', { fee: formatMoney(shipping.fee) })}
              </span>
            ),
          })}
      </>
    )
  }
  const price = Math.max(...ceilingPrices(campaign).values())
  const fee = shipping ? shippingFee(shipping, price) : 0
  return (
    <>
      {rich('最高不超過 {part}', {
        part: <span className="whitespace-nowrap">{formatMoney(price)}</span>,
      })}
      {isCharged && <span className="whitespace-nowrap">{t('，運費依配送方式另計')}</span>}
      {fee > 0 && (
        <>
          {t('，加運費 {fee}', { fee: formatMoney(fee) })}{' '}
          <span className="whitespace-nowrap">
            {t('最高 {price}', { price: formatMoney(price + fee) })}
          </span>
        </>
      )}
    </>
  )
}
