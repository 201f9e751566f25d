import Alert from '@mui/material/Alert'
import type { AdminCampaign, Campaign, Group } from '#contract/campaigns.ts'
import { OfferLayout } from '../../../campaigns/campaign-page.tsx'
import { GroupLayout } from '../../../campaigns/group-view.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ShopFrame } from '../../ui/shop-frame.tsx'

/** The page of the campaign as shoppers will see it on a phone, at its beginning. */
export function CampaignPreview({ campaign }: { campaign: AdminCampaign }) {
  const { kind, tiers, min_target, ends_at } = campaign
  if (tiers.length === 0 || min_target === 0 || ends_at === undefined) {
    return <Alert severity="info">填好商品、價格、成團門檻與截止時間後，這裡會顯示團購頁。</Alert>
  }
  const shown: Campaign = { ...campaign, state: 'open' }
  const join = (label: string) => (
    <span className={`${buttonClass('primary', { fullWidth: true })} flex-1`}>{label}</span>
  )
  return (
    <ShopFrame window="phone" title="團購頁在手機上的樣子">
      <div className="min-h-dvh bg-paper pb-24 text-ink">
        {kind === 'pool' ? (
          <GroupLayout
            campaign={shown}
            group={firstGroup(shown, ends_at)}
            actions={join('我要跟團')}
          />
        ) : (
          <OfferLayout campaign={shown} actions={join('我要開團')} />
        )}
      </div>
    </ShopFrame>
  )
}

/** The group of a pool before anybody has joined. */
function firstGroup(campaign: Campaign, expires_at: number): Group {
  const { tiers, min_target, max_units, starts_at = expires_at } = campaign
  const [, next] = tiers
  return {
    code: '',
    version: 1,
    campaign,
    state: 'forming',
    units: 0,
    members: 0,
    missing: min_target,
    ...(max_units !== undefined && { places_left: max_units }),
    tier: 0,
    ...(next && { next: { ...next, missing: next.from_units } }),
    opened_at: starts_at,
    expires_at,
    recent: [],
    others: 0,
  }
}
