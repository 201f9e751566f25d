import { Link, useSearchParams } from 'react-router'
import { groupStateLabels } from '#contract/campaign-states.ts'
import type { Participation } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { type Pagination as Paging, parsePageNumber } from '#contract/paging.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { ToSignIn } from '../../navigation/to-sign-in.tsx'
import { paths } from '../../paths.ts'
import { isPastEnd } from '../../shared/page-number.ts'
import { placeNotice } from '../../shared/place-notice.ts'
import { placeStateText } from '../../shared/place-state-text.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useParticipations } from '../campaigns.queries.ts'
import { ChangePlaceOfCampaign } from '../join/change-place-of-campaign.tsx'
import { LeaderCommission } from '../leader/leader-commission.tsx'
import { LedGroups } from '../leader/led-groups.tsx'
import { OwnSellings } from '../sellers/own-sellings.tsx'
import { DelayChoice } from './delay-choice.tsx'
import { OwnGroupCard } from './own-group-card.tsx'
import { PlaceActions } from './own-place.tsx'

export function MyGroupsPage() {
  usePageTitle(t('我的團'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) return <ToSignIn />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{t('我的團')}</h1>
      {user ? <OwnGroups key={user.uid} /> : <PlacesSkeleton />}
    </div>
  )
}

function OwnGroups() {
  const [query] = useSearchParams()
  const page = parsePageNumber(query)
  const places = useParticipations({ page })
  // One message, where the others have most likely failed, too.
  const hasFailed = !places.data && places.isError
  return (
    <>
      <LedGroups isQuiet={hasFailed} />
      <OwnSellings isQuiet={hasFailed} />
      {places.data ? (
        <Places {...places.data} isOld={places.isPlaceholderData} />
      ) : hasFailed ? (
        <ErrorState message={t('我的團暫時無法顯示')} onRetry={() => places.refetch()} />
      ) : (
        <PlacesSkeleton />
      )}
      {/* Also for who led once, and for a leader without a place. */}
      <LeaderCommission isQuiet={hasFailed} />
    </>
  )
}

interface PlacesProps {
  participations: Participation[]
  pagination: Paging
  /** Another page is loading. */
  isOld: boolean
}

function Places({ participations, pagination, isOld }: PlacesProps) {
  if (participations.length === 0) return <NoPlaces pagination={pagination} />
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60 transition-opacity' : ''}>
      <ul className="space-y-4">
        {participations.map((place) => (
          <li key={place.id}>
            <PlaceCard place={place} />
          </li>
        ))}
      </ul>
      <Pagination pagination={pagination} hrefOf={paths.myGroups} />
    </div>
  )
}

function NoPlaces({ pagination }: { pagination: Paging }) {
  const isBeyond = isPastEnd(pagination)
  return (
    <EmptyState
      message={isBeyond ? t('這一頁沒有跟團') : t('還沒有跟過團')}
      action={
        <Link
          to={isBeyond ? paths.myGroups() : paths.campaigns()}
          className={buttonClass('primary')}
        >
          {isBeyond ? t('回到第一頁') : t('看開團中的團購')}
        </Link>
      }
    />
  )
}

const tones: Record<Participation['state'], BadgeTone> = {
  held: 'sage',
  authorised: 'sage',
  awaiting_payment: 'warn',
  confirmed: 'sage',
  withdrawn: 'neutral',
  lapsed: 'neutral',
  released: 'neutral',
}

function PlaceCard({ place }: { place: Participation }) {
  const notice = placeNotice(place)
  return (
    <OwnGroupCard
      group={place}
      titleLevel={2}
      state={
        <>
          <Badge tone={place.needs_proof ? 'warn' : tones[place.state]}>
            {placeStateText(place)}
          </Badge>
          <span className="text-sm text-ink-muted">{t(groupStateLabels[place.group_state])}</span>
        </>
      }
      actions={
        <ChangePlaceOfCampaign place={place}>
          {(change) => <PlaceActions place={place} onChange={change} />}
        </ChangePlaceOfCampaign>
      }
    >
      <p className="mt-1 tabular-nums">
        {t('{qty} 份 · {part}{final_total}', {
          qty: place.qty,
          part: place.final_total === undefined && t('最高 '),
          final_total: formatMoney(place.final_total ?? place.quoted_total),
        })}
      </p>
      {notice && <p className="mt-1 text-sm [overflow-wrap:anywhere]">{notice}</p>}
      {place.delay && <DelayChoice place={place} delay={place.delay} />}
      {place.needs_proof && (
        <Link to={paths.group(place.code)} className={`${buttonClass('primary')} mt-2`}>
          {t('驗證電子信箱')}
        </Link>
      )}
      <p className="mt-1 text-sm text-ink-muted tabular-nums">
        {t('{joined_at} 跟團', { joined_at: formatDateTime(place.joined_at) })}
      </p>
    </OwnGroupCard>
  )
}

function PlacesSkeleton() {
  return (
    <div role="status" aria-label={t('我的團載入中')} className="space-y-4">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-36 rounded-card" />
      ))}
    </div>
  )
}
