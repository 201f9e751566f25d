import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { LeaderAccount } from '#contract/leader-money.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../../api/member-session.ts'
import { Redirect } from '../../../navigation/redirect.tsx'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { usePageTitle } from '../../../ui/page-head.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useLeaderAccount } from './account.queries.ts'
import { HandOverPanel } from './hand-over-panel.tsx'
import { PayWaysPanel } from './pay-ways-panel.tsx'
import { ReceiptList } from './receipt-list.tsx'
import { StatementPanel } from './statement-panel.tsx'

/** The money of a group that is paid to its leader: ticks, the statement of a bank, the hand-over. */
export function LeaderAccountPage() {
  const { code = '' } = useParams()
  usePageTitle(t('收款'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) {
    return <Redirect to={paths.memberLogin({ next: paths.leaderAccount(code) })} />
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 lg:px-8">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-serif text-title font-semibold">{t('收款')}</h1>
        <Link
          to={paths.leaderConsole(code)}
          className="rounded text-accent-strong underline underline-offset-4"
        >
          {t('回到這個團')}
        </Link>
      </div>
      {user ? <Account key={user.uid} code={code} /> : <AccountSkeleton />}
    </div>
  )
}

function Account({ code }: { code: string }) {
  const account = useLeaderAccount(code)
  if (account.data) return <Loaded code={code} account={account.data.account} />
  if (account.error?.status === 404) {
    return (
      <EmptyState
        message={t('這個團不是由團主收款，或您不是團主')}
        action={
          <Link to={paths.myGroups()} className={buttonClass('primary')}>
            {t('我的團')}
          </Link>
        }
      />
    )
  }
  return account.isError ? (
    <ErrorState message={t('收款暫時無法顯示')} onRetry={() => account.refetch()} />
  ) : (
    <AccountSkeleton />
  )
}

function Loaded({ code, account }: { code: string; account: LeaderAccount }) {
  const hasWays = Object.keys(account.ways).length > 0
  const [tab, setTab] = useState(hasWays ? 'receipts' : 'ways')
  return (
    <>
      <p className="mb-4 text-ink-muted [overflow-wrap:anywhere]">{account.title}</p>
      <Sums sums={account.sums} />
      <Tabs
        label={t('檢視')}
        value={tab}
        onChange={setTab}
        keepsTyped
        tabs={[
          {
            value: 'receipts',
            label: t('收款'),
            content: <ReceiptList code={code} places={account.places} />,
          },
          {
            value: 'statement',
            label: t('對帳單'),
            content: <StatementPanel code={code} places={account.places} />,
          },
          {
            value: 'hand-over',
            label: t('交款'),
            content: <HandOverPanel code={code} account={account} />,
          },
          {
            value: 'ways',
            label: t('付款方式'),
            content: <PayWaysPanel code={code} ways={account.ways} />,
          },
        ]}
      />
    </>
  )
}

function Sums({ sums }: { sums: LeaderAccount['sums'] }) {
  const { expected, received, handed_over: handedOver, difference } = sums
  const shown: [label: string, amount: number][] = [
    [t('應收'), expected],
    [t('已收'), received],
    [t('已交給店家'), handedOver],
    difference < 0 ? [t('您先墊付'), -difference] : [t('手上'), difference],
  ]
  return (
    <dl
      aria-label={t('帳目')}
      className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4"
    >
      {shown.map(([label, amount]) => (
        <div key={label} className="bg-surface px-4 py-3">
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function AccountSkeleton() {
  return (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
