import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Panel } from './panel.tsx'

/** The owner's own words. */
export function CampaignText({ campaign }: { campaign: Campaign }) {
  if (!campaign.description) return null
  return (
    <Panel title={t('關於這個團購')}>
      <p className="max-w-[68ch] leading-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {campaign.description}
      </p>
    </Panel>
  )
}
