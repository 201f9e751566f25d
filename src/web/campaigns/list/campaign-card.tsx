import { Link } from 'react-router'
import { lowestPriceText } from '#contract/campaign-head.ts'
import { campaignKindLabels, campaignStateLabels, metricUnits } from '#contract/campaign-states.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { formatLowest, formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { serverTimeMs } from '../server-clock.ts'
import { roughTimeLeft, timeLeft } from '../time-left.ts'

const cardPictureSizes =
  '(min-width: 1024px) 370px, (min-width: 577px) calc((100vw - 5rem) / 2), calc(100vw - 2rem)'
const widePictureSizes =
  '(min-width: 1200px) 568px, (min-width: 577px) calc((100vw - 3rem) / 2), calc(100vw - 2rem)'

interface CampaignCardProps {
  campaign: CampaignSummary
  isPriority?: boolean
  /** The only one of its list: it takes the whole row, with its text beside the picture. */
  isAlone?: boolean
}

/** A campaign in a list: the shop's own kind of card, wide enough for a sentence. */
export function CampaignCard(props: CampaignCardProps) {
  const { campaign, isPriority = false, isAlone = false } = props
  const { id, kind, title, picture, price_now, code } = campaign
  return (
    <article
      className={`relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong ${isAlone ? 'sm:flex-row' : ''}`}
    >
      <div
        className={`relative aspect-[4/3] overflow-hidden bg-sand ${isAlone ? 'sm:w-1/2 sm:shrink-0' : ''}`}
      >
        <Picture
          src={picture}
          alt=""
          sizes={isAlone ? widePictureSizes : cardPictureSizes}
          isPriority={isPriority}
          className="absolute inset-0"
        />
        <span className="absolute bottom-2 left-2">
          <Chip>{t(campaignKindLabels[kind])}</Chip>
        </span>
      </div>
      <div
        className={`flex min-w-0 flex-1 flex-col p-4 ${isAlone ? 'sm:justify-center sm:p-6 lg:p-10' : ''}`}
      >
        <h2
          className={`line-clamp-2 leading-title ${isAlone ? 'text-xl lg:text-2xl' : 'text-lg'} font-medium break-keep [overflow-wrap:anywhere]`}
        >
          {/* The link covers the card. */}
          <Link
            to={code && campaign.state !== 'scheduled' ? paths.group(code) : paths.campaign(id)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span className={`font-semibold ${isAlone ? 'text-xl' : 'text-lg'}`}>
            {campaign.state === 'open' && t('目前 ')}
            {formatLowest(price_now, campaign.has_several_prices)}
          </span>
          <PriceBeside campaign={campaign} />
        </p>
        <p
          className={`mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-3 ${isAlone ? 'sm:mt-0' : ''}`}
        >
          <Progress campaign={campaign} />
          <TimeOf campaign={campaign} />
        </p>
      </div>
    </article>
  )
}

/** How far the price can still fall; where it is there, or too late to join, the highest. */
function PriceBeside({ campaign }: { campaign: CampaignSummary }) {
  const { state, price_now: now, price_lowest: lowest, price_ceiling: ceiling } = campaign
  if (lowest !== undefined && (state === 'open' || state === 'scheduled')) {
    return <span className="font-medium text-sage">{lowestPriceText(lowest)}</span>
  }
  if (ceiling <= now || campaign.has_several_prices) return null
  return (
    <span className="text-sm text-ink-muted">
      {t('最高 {ceiling}', { ceiling: formatMoney(ceiling) })}
    </span>
  )
}

function Progress({ campaign }: { campaign: CampaignSummary }) {
  const { state, missing, metric, kind } = campaign
  const unit = t(metricUnits[metric])
  if (state !== 'open') {
    return <span className="text-ink-muted">{t(campaignStateLabels[state])}</span>
  }
  if (kind === 'team') {
    return (
      <span className="font-medium text-accent-strong">
        {t('每團滿 {missing} {unit}成團', { missing, unit })}
      </span>
    )
  }
  return missing > 0 ? (
    <span className="font-medium text-accent-strong">
      {t('還差 {missing} {unit}', { missing, unit })}
    </span>
  ) : (
    <span className="font-medium text-sage">{t('已達門檻')}</span>
  )
}

function TimeOf({ campaign }: { campaign: CampaignSummary }) {
  const { state, starts_at, ends_at } = campaign
  const time = 'text-sm text-ink-muted tabular-nums'
  if (state === 'scheduled' && starts_at !== undefined) {
    return (
      <span className={time}>
        {t('{starts_at} 開團', { starts_at: formatDateTime(starts_at) })}
      </span>
    )
  }
  if (state === 'open' && ends_at !== undefined) {
    return (
      <span className={time} title={t('{ends_at} 截止', { ends_at: formatDateTime(ends_at) })}>
        {roughTimeLeft(timeLeft(ends_at * 1000, serverTimeMs()))}
      </span>
    )
  }
  return ends_at === undefined ? null : (
    <span className={time}>{t('{ends_at} 截止', { ends_at: formatDateTime(ends_at) })}</span>
  )
}

export function CampaignCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-[4/3] rounded-none" />
      <div className="space-y-3 p-4">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-6" />
      </div>
    </div>
  )
}
