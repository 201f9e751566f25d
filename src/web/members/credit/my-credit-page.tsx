import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import {
  type CreditEntry,
  creditApi,
  type MemberCredit,
  type ShownCredit,
} from '#contract/credit.ts'
import {
  type CreditKind,
  creditCauseLabels,
  creditKindLabels,
  creditKinds,
} from '#contract/credit-kinds.ts'
import { formatMoney } from '#contract/money.ts'
import { parsePageNumber } from '#contract/paging.ts'
import { t } from '#contract/translate.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { keepPreviousRows } from '../../api/queries.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { ToSignIn } from '../../navigation/to-sign-in.tsx'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { creditTitle } from './credit-title.ts'

/** Credit and points of the member, the part that ends with each day, and every entry. */
export function MyCreditPage() {
  const shown = shopTerms?.credit
  const title = creditTitle(shown)
  usePageTitle(title)
  const { user, isRestoring } = useMemberSession()
  if (!shown) return <Redirect to={paths.member()} />
  if (!user && !isRestoring) return <ToSignIn />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{title}</h1>
      {user ? (
        <OwnCredit key={user.uid} shown={shown} />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </div>
  )
}

function OwnCredit({ shown }: { shown: ShownCredit }) {
  const [query] = useSearchParams()
  const page = parsePageNumber(query)
  const read = callerQuery(useMemberSession(), creditApi.own, { query: { page: String(page) } })
  const own = useQuery({ ...read, placeholderData: keepPreviousRows(({ entries }) => entries) })
  if (!own.data) {
    return own.isError ? (
      <ErrorState message={t('餘額暫時無法顯示')} onRetry={() => own.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    )
  }
  const { entries, pagination } = own.data
  return (
    <div className="space-y-8">
      <Balances shown={shown} own={own.data} />
      {shown.points && <PointRule points={shown.points} />}
      <section aria-labelledby="credit-entries">
        <h2 id="credit-entries" className="mb-3 text-lg font-semibold">
          {t('明細')}
        </h2>
        {entries.length === 0 ? (
          <p className="text-ink-muted">{t('目前沒有紀錄')}</p>
        ) : (
          <ul
            aria-busy={own.isPlaceholderData}
            className="divide-y divide-line rounded-card border border-line bg-surface"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        <Pagination pagination={pagination} hrefOf={paths.myCredit} />
      </section>
    </div>
  )
}

function Balances({ shown, own }: { shown: ShownCredit; own: MemberCredit }) {
  const amounts = { credit: own.balance, points: own.points }
  return (
    <section aria-label={t('餘額')} className="grid gap-4 sm:grid-cols-2">
      {creditKinds
        .filter((kind) => shown[kind] || amounts[kind] > 0)
        .map((kind) => (
          <div key={kind} className="rounded-card border border-line bg-surface p-5">
            <p className="text-ink-muted">{t(creditKindLabels[kind])}</p>
            <p className="text-2xl font-semibold tabular-nums">{amountOf(kind, amounts[kind])}</p>
            <ul className="mt-2 text-sm text-ink-muted empty:hidden">
              {own.ends
                .filter((end) => end.kind === kind)
                .slice(0, 5)
                .map(({ amount, ends_on }) => (
                  <li key={ends_on} className="tabular-nums">
                    {t('{kind} 於 {ends_on} 到期', {
                      kind: amountOf(kind, amount),
                      ends_on: dayOf(ends_on),
                    })}
                  </li>
                ))}
            </ul>
          </div>
        ))}
    </section>
  )
}

function PointRule({ points }: { points: NonNullable<ShownCredit['points']> }) {
  const { percent, step, most, days } = points
  return (
    <p className="rounded-lg bg-accent-soft px-4 py-3 text-sm text-pretty">
      {t(
        '訂單完成後，以實付的商品金額回饋 {percent}% 點數{part}；點數自取得起 {days} 天有效，1 點折抵 NT$1。退貨時依比例收回；購物金與點數不能兌換現金。',
        {
          percent,
          part:
            step > 0 &&
            most > percent &&
            t('，一年內每完成一筆訂單再加 {step}%，最高 {most}%', { step, most }),
          days,
        },
      )}
    </p>
  )
}

function Entry({ entry }: { entry: CreditEntry }) {
  const { kind, amount, cause, at, order_id: orderId, order_number: number } = entry
  const { percent, ends_on: endsOn, reason } = entry
  const isIn = amount > 0
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {t(creditCauseLabels[cause])}
          {percent !== undefined && t('（{percent}%）', { percent })}
        </span>
        <span className={`ml-auto font-semibold tabular-nums ${isIn ? '' : 'text-ink-muted'}`}>
          {isIn ? '+' : '−'}
          {amountOf(kind, Math.abs(amount))}
        </span>
      </p>
      <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">
        {formatTimestamp(at)}
        {orderId !== undefined && number !== undefined && (
          <>
            ・
            <Link to={paths.order(orderId)} className="underline">
              {number}
            </Link>
          </>
        )}
        {endsOn !== undefined && t('・{endsOn} 到期', { endsOn: dayOf(endsOn) })}
        {reason !== undefined && `・${t(reason)}`}
      </p>
    </li>
  )
}

const amountOf = (kind: CreditKind, amount: number) =>
  kind === 'credit'
    ? formatMoney(amount)
    : t('{amount} 點', { amount: amount.toLocaleString('en-US') })
const dayOf = (day: string) => day.replaceAll('-', '/')
