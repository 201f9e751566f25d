import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { campaignHead } from '#contract/campaign-head.ts'
import { campaignStateLabels, metricUnits } from '#contract/campaign-states.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { ShareButton } from '../share/share-button.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { usePageHead } from '../ui/page-head.ts'
import { rich } from '../ui/rich.tsx'
import { CampaignFacts } from './campaign-facts.tsx'
import { CampaignHeading } from './campaign-heading.tsx'
import { CampaignLayout, CampaignSkeleton } from './campaign-layout.tsx'
import { CampaignProducts } from './campaign-products.tsx'
import { CampaignText } from './campaign-text.tsx'
import { useCampaign } from './campaigns.queries.ts'
import { Countdown } from './countdown.tsx'
import { ExtensionNote } from './extension-note.tsx'
import { CampaignFault, LiveGroup } from './group-page.tsx'
import { useForm } from './group-view.tsx'
import { HowItGoes } from './how-it-goes.tsx'
import { OpenTeamDialog } from './join/join-dialog.tsx'
import { Panel } from './panel.tsx'
import { Ceiling } from './prices/ceiling.tsx'
import { priceList, pricesText } from './prices/group-price.ts'
import { TierTable } from './prices/tier-table.tsx'
import { SellPanel } from './sellers/sell-panel.tsx'
import { WishAgain } from './wishes/wish-again.tsx'

/** A pool is its one group; of teams, and before the start, this is what is sold and how. */
export function CampaignPage() {
  const { id = '' } = useParams()
  const campaign = useCampaign(id)
  if (!campaign.data) {
    return campaign.error ? (
      <CampaignFault error={campaign.error} onRetry={() => campaign.refetch()} />
    ) : (
      <CampaignSkeleton />
    )
  }
  const { code } = campaign.data.campaign
  if (code !== undefined) return <LiveGroup key={code} code={code} path={paths.campaign(id)} />
  return <CampaignView key={id} campaign={campaign.data.campaign} />
}

function CampaignView({ campaign }: { campaign: Campaign }) {
  usePageHead((site) => campaignHead({ campaign }, site))
  const { user } = useMemberSession()
  const form = useForm(paths.campaign(campaign.id))
  const isOpen = campaign.state === 'open'
  const hasEnded = !isOpen && campaign.state !== 'scheduled' && campaign.state !== 'closing'
  return (
    <>
      <OfferLayout
        campaign={campaign}
        more={<SellPanel campaign={campaign} path={paths.campaign(campaign.id)} />}
        wish={hasEnded && <WishAgain campaign={campaign} path={paths.campaign(campaign.id)} />}
        actions={
          <>
            <ShareButton
              look="secondary"
              shown={{ campaign }}
              shared={{
                path: paths.campaign(campaign.id),
                title: campaign.title,
                text: campaign.title,
              }}
            />
            {isOpen && (
              <div className="flex-1 basis-36">
                <Button variant="primary" fullWidth onClick={form.open}>
                  {t('我要開團')}
                </Button>
              </div>
            )}
          </>
        }
      />
      {user && (
        <OpenTeamDialog
          key={user.uid}
          isOpen={form.isOpen}
          onClose={form.close}
          user={user}
          campaign={campaign}
        />
      )}
    </>
  )
}

/** The page of a campaign without a group, without what a shopper does on it. */
export function OfferLayout(props: {
  campaign: Campaign
  wish?: ReactNode
  /** At the end: it may come late, and moves nothing there. */
  more?: ReactNode
  actions: ReactNode
}) {
  const { campaign, wish, more, actions } = props
  return (
    <CampaignLayout
      campaign={campaign}
      decision={
        <>
          <CampaignHeading campaign={campaign} />
          <Offer campaign={campaign} />
          {wish}
          <ActionBar>{actions}</ActionBar>
          <CampaignFacts campaign={campaign} />
        </>
      }
    >
      <HowItGoes campaign={campaign} />
      <CampaignText campaign={campaign} />
      <CampaignProducts campaign={campaign} />
      {more}
    </CampaignLayout>
  )
}

/** Prices, the minimum of a team, and the period. */
function Offer({ campaign }: { campaign: Campaign }) {
  const { state, tiers, min_target: target, metric, starts_at, ends_at, team_hours } = campaign
  const best = priceList(campaign, tiers.at(-1)?.prices)
  return (
    <>
      <Panel>
        <p>
          <span className="block text-sm text-ink-muted">{t('最低')}</span>{' '}
          <span className="text-3xl font-semibold tabular-nums">{pricesText(best.values())}</span>
        </p>
        <p className="mt-1 text-sm text-ink-muted">
          <Ceiling campaign={campaign} />
        </p>
        <p className="mt-3">
          {t('滿')}{' '}
          {rich('{strong} 成團{part}', {
            strong: (
              <strong className="font-semibold">
                {target} {t(metricUnits[metric])}
              </strong>
            ),
            part: team_hours !== undefined && t('，每團 {team_hours} 小時內湊滿', { team_hours }),
          })}
        </p>
        <TierTable campaign={campaign} />
      </Panel>
      <Panel>
        {state === 'scheduled' && starts_at !== undefined ? (
          <>
            <p className="mb-2 text-sm text-ink-muted tabular-nums">
              {t('{starts_at} 開團', { starts_at: formatDateTime(starts_at) })}
            </p>
            <Countdown key="start" endsAt={starts_at} atEnd={t('開團時間到')} />
          </>
        ) : state === 'open' && ends_at !== undefined ? (
          <>
            <p className="mb-2 text-sm text-ink-muted tabular-nums">
              {t('{ends_at} 截止', { ends_at: formatDateTime(ends_at) })}
            </p>
            <Countdown key="end" endsAt={ends_at} />
          </>
        ) : (
          <p role="status" className="text-lg font-semibold [overflow-wrap:anywhere]">
            {state === 'cancelled'
              ? t('團購已取消：{reason}', { reason: campaign.reason ?? '' })
              : t(campaignStateLabels[state])}
          </p>
        )}
        <ExtensionNote campaign={campaign} />
      </Panel>
    </>
  )
}
