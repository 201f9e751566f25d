import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { shippingFee } from '#contract/shipping.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { ceilingPrices, hasSeveralSteps } from './group-price.ts'

/** The most that anybody pays for a piece, with the shipping fee that the form adds. */
export function Ceiling({ campaign }: { campaign: Campaign }) {
  const shipping = campaign.delivery === 'each' ? shopTerms?.shipping : undefined
  const isOne = campaign.products.length === 1
  if (!isOne || campaign.products.some(hasSeveralSteps)) {
    return (
      <>
        最高不超過各{isOne ? '規格' : '商品'}第一級的單價
        {shipping !== undefined && shipping.fee > 0 && (
          <>
            ，<span className="whitespace-nowrap">另計運費 {formatMoney(shipping.fee)}</span>
          </>
        )}
      </>
    )
  }
  const price = Math.max(...ceilingPrices(campaign).values())
  const fee = shipping ? shippingFee(shipping, price) : 0
  return (
    <>
      最高不超過 <span className="whitespace-nowrap">{formatMoney(price)}</span>
      {fee > 0 && (
        <>
          ，加運費 {formatMoney(fee)}{' '}
          <span className="whitespace-nowrap">最高 {formatMoney(price + fee)}</span>
        </>
      )}
    </>
  )
}
