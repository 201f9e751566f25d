import { Link, useParams, useSearchParams } from 'react-router'
import type { OwnSelling, SoldPlace } from '#contract/campaign-sellers.ts'
import { type CampaignMoney, participationStateLabel } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { parsePageNumber } from '#contract/paging.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { SellerLinkButtons } from './seller-link-buttons.tsx'
import { useSelling } from './sellers.queries.ts'

/** The sales of a member for one campaign: the link, the sums, and the places with masked names. */
export function SellingPage() {
  const { id = '' } = useParams()
  usePageTitle(t('幫賣'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) {
    return <Redirect to={paths.memberLogin({ next: paths.selling(id) })} />
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      {user ? <Selling key={user.uid} id={id} /> : <SellingSkeleton />}
    </div>
  )
}

function Selling({ id }: { id: string }) {
  const [query] = useSearchParams()
  const read = useSelling(id, { page: parsePageNumber(query) })
  if (read.data?.selling) return <Loaded {...read.data} selling={read.data.selling} />
  if (read.data || read.error?.status === 404) {
    return (
      <>
        <h1 className="sr-only">{t('幫賣')}</h1>
        <EmptyState
          message={t('您還沒有幫賣這個團購')}
          action={
            <Link to={paths.myGroups()} className={buttonClass('primary')}>
              {t('我的團')}
            </Link>
          }
        />
      </>
    )
  }
  return read.isError ? (
    <ErrorState message={t('幫賣暫時無法顯示')} onRetry={() => read.refetch()} />
  ) : (
    <SellingSkeleton />
  )
}

type LoadedProps = NonNullable<ReturnType<typeof useSelling>['data']> & { selling: OwnSelling }

function Loaded({ selling, places, money, pagination }: LoadedProps) {
  const { campaign, code, ended_at } = selling
  return (
    <>
      <p className="text-ink-muted">{t('幫賣')}</p>
      <h1 className="mb-6 font-serif text-title font-semibold [overflow-wrap:anywhere]">
        <Link
          to={paths.campaign(campaign.id)}
          className="rounded underline-offset-4 hover:underline"
        >
          {campaign.title}
        </Link>
      </h1>
      <div className="space-y-4">
        <Panel title={t('您的連結')}>
          {ended_at === undefined ? (
            <>
              <p className="text-ink-muted">
                {t('買家會看到「由 {name} 幫賣」。7 天內最後點的連結才算，跟團後不會再改變。', {
                  name: selling.name,
                })}
              </p>
              <div className="mt-3 flex flex-wrap gap-3">
                <SellerLinkButtons campaign={campaign} code={code} />
              </div>
            </>
          ) : (
            <p>
              {t(
                '店家已於 {ended_at} 結束您的幫賣，之後從連結跟團的不再計入；之前的仍會計算分潤。',
                { ended_at: formatDateTime(ended_at) },
              )}
            </p>
          )}
        </Panel>
        <Sums selling={selling} />
        <Panel title={t('從您的連結跟團')}>
          <Places places={places} money={money} />
          <Pagination pagination={pagination} hrefOf={(page) => paths.selling(campaign.id, page)} />
        </Panel>
      </div>
    </>
  )
}

function Sums({ selling }: { selling: OwnSelling }) {
  const { places, units, goods, expected, earned, commission_percent } = selling
  const sums: [label: string, value: string][] = [
    [t('跟團'), t('{places} 位，{units} 份', { places, units })],
    [t('商品金額'), formatMoney(goods)],
    [t('預估分潤'), formatMoney(expected)],
    [t('已入帳分潤'), formatMoney(earned)],
  ]
  return (
    <Panel title={t('分潤')}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-4">
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-muted">
        {t(
          '每筆訂單為商品金額的 {commission_percent} %，不足 1 元捨去；截止前以最高價估算。訂單完成後入帳，退款會沖回。餘額與支付紀錄在',
          { commission_percent },
        )}
        <Link
          to={paths.myGroups()}
          className="rounded text-accent-strong underline underline-offset-4"
        >
          {t('我的團')}
        </Link>
        {t('；店家支付時可能依法申報所得。')}
      </p>
    </Panel>
  )
}

function Places({ places, money }: { places: readonly SoldPlace[]; money: CampaignMoney }) {
  if (places.length === 0) return <p className="text-ink-muted">{t('還沒有人從您的連結跟團')}</p>
  return (
    <ul className="divide-y divide-line">
      {places.map((place) => (
        <li
          key={place.participation_id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 tabular-nums"
        >
          <div className="min-w-0 flex-1 basis-40">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium [overflow-wrap:anywhere]">{place.name}</span>
              <Badge>{participationStateLabel(place.state, money)}</Badge>
            </p>
            <p className="text-sm text-ink-muted">
              {t('{qty} 份 · {joined_at} 跟團', {
                qty: place.qty,
                joined_at: formatDateTime(place.joined_at),
              })}
            </p>
          </div>
          {place.commission !== undefined && (
            <span className="text-sm">
              {t('分潤 {commission}', { commission: formatMoney(place.commission) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function SellingSkeleton() {
  return (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
