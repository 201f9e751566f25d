import { campaignKindLabels, campaignMoneyText } from '#contract/campaign-states.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'

/** How it is gathered, how it is paid, and its title: the one heading of the page. */
export function CampaignHeading({ campaign }: { campaign: Campaign }) {
  const chip = 'rounded-pill px-3 py-1 text-sm leading-title'
  return (
    <header>
      <p className="flex flex-wrap gap-2">
        <span className={`${chip} bg-accent-soft text-accent-strong`}>
          {t(campaignKindLabels[campaign.kind])}
        </span>
        <span className={`${chip} bg-note-soft text-note`}>{campaignMoneyText(campaign)}</span>
      </p>
      <h1 className="mt-3 font-serif text-title font-semibold text-balance break-keep [overflow-wrap:anywhere]">
        {campaign.title}
      </h1>
    </header>
  )
}
