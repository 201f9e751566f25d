import type { Campaign, Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { rich } from '../../ui/rich.tsx'
import { Panel } from '../panel.tsx'
import {
  countText,
  currentPrices,
  hasSeveralSteps,
  missingText,
  priceList,
  pricesText,
} from './group-price.ts'
import { TierBar } from './tier-bar.tsx'
import { TierTable } from './tier-table.tsx'

/** The price of now, the next one, and the bar that carries both. */
export function PricePanel({ campaign, group }: { campaign: Campaign; group: Group }) {
  const [single] = campaign.products.length === 1 ? campaign.products : []
  const now = currentPrices(campaign, group)
  const own = campaign.products.flatMap(({ own_price, variants }) =>
    variants ? variants.map((variant) => variant.own_price) : [own_price],
  )
  const missing = missingText(group)
  return (
    <Panel>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p>
          <span className="block text-sm text-ink-muted">
            {group.final_prices ? t('最終單價') : t('目前')}
          </span>{' '}
          <span className="text-3xl font-semibold tabular-nums">{pricesText(now.values())}</span>
          {single?.unit && (
            <span className="ml-1 whitespace-nowrap text-ink-muted">
              {t('／{unit}', { unit: single.unit })}
            </span>
          )}
        </p>
        <p className="grid text-sm tabular-nums sm:grow sm:justify-items-end">
          {single && Math.min(...own) > Math.min(...now.values()) && (
            <span className="text-ink-muted">
              {rich('單買 {s}', { s: <s>{pricesText(own)}</s> })}
            </span>
          )}
          {group.next && !group.final_prices && (
            <span className="font-medium text-sage">
              {t('再 {missing} 份降為 {pricesText}', {
                missing: group.next.missing,
                pricesText: pricesText(priceList(campaign, group.next.prices).values()),
              })}
            </span>
          )}
        </p>
      </div>
      <div className="mt-5">
        <TierBar campaign={campaign} group={group} />
      </div>
      <p className="mt-1 text-center">
        {group.state === 'reached' && (
          <strong className="block font-serif text-xl font-semibold text-sage">
            {t('已達成團門檻')}
          </strong>
        )}
        <strong className="font-semibold tabular-nums">{countText(group)}</strong>
        {missing &&
          rich('，{strong}', {
            strong: <strong className="font-semibold text-accent-strong">{missing}</strong>,
          })}
      </p>
      {(campaign.products.length > 1 ||
        campaign.tiers.length > 3 ||
        campaign.products.some(hasSeveralSteps)) && (
        <TierTable campaign={campaign} current={group.tier} />
      )}
    </Panel>
  )
}
