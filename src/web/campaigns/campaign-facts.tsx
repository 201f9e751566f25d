import { isOpenGroup } from '#contract/campaign-states.ts'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../api/shop-config.ts'
import {
  DeliveryFees,
  methodsText,
  ReturnsLink,
  ShopFacts,
  shippingText,
} from '../cart/shop-facts.tsx'
import { methodsOf } from './campaign-methods.ts'
import { Panel } from './panel.tsx'

/** Terms of a campaign; none of one that has led to no order. */
export function CampaignFacts({ campaign, group }: { campaign: Campaign; group?: Group }) {
  const isLost = [campaign.state, group?.outcome].some(
    (state) => state === 'failed' || state === 'cancelled',
  )
  if (isLost || !shopTerms) return null
  const { shipping, methods, returns } = shopTerms
  const left = group && isOpenGroup(group) ? group.places_left : undefined
  const isAuthorised = campaign.money === 'authorise_capture'
  const offers = methodsOf(campaign)
  const offered = methods.filter(({ authorises }) => authorises || !isAuthorised)
  return (
    <Panel>
      <ShopFacts
        facts={[
          {
            label: t('運費'),
            content:
              campaign.delivery === 'leader' ? (
                t('免運費，向團主取貨')
              ) : offers ? (
                <DeliveryFees methods={offers} />
              ) : (
                shippingText(shipping)
              ),
          },
          {
            label: t('出貨'),
            content:
              campaign.ships_on && t('預計 {day}', { day: campaign.ships_on.replaceAll('-', '/') }),
          },
          {
            label: t('付款'),
            content: campaign.pays_leader ? t('成團後付給團主') : methodsText(offered),
          },
          // A full group says so in place of its button.
          { label: t('名額'), content: !!left && t('還有 {left} 份', { left }) },
          { label: t('退換貨'), content: returns && <ReturnsLink {...returns} /> },
        ]}
      />
    </Panel>
  )
}
