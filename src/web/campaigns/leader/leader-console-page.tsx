import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { LeaderConsole } from '#contract/campaigns.ts'
import { linesByProduct, piecesOf, productTitle } from '#contract/lines-text.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { shopConfig } from '../../api/shop-config.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useCloseTeam, useLeaderConsole, useReminder } from '../campaigns.queries.ts'
import { Panel } from '../panel.tsx'
import { countText, missingText, soldId } from '../prices/group-price.ts'
import { ConsoleRows } from './console-rows.tsx'

/** Console of a group's leader: members, quantities, payments, and the text to send. */
export function LeaderConsolePage() {
  const { code = '' } = useParams()
  usePageTitle(t('團主'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) {
    return <Redirect to={paths.memberLogin({ next: paths.leaderConsole(code) })} />
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      {user ? <Console key={user.uid} code={code} /> : <ConsoleSkeleton />}
    </div>
  )
}

function Console({ code }: { code: string }) {
  const console = useLeaderConsole(code)
  if (console.data) return <Loaded code={code} view={console.data.console} />
  if (console.error?.status === 404) {
    return (
      <>
        <h1 className="sr-only">{t('團主')}</h1>
        <EmptyState
          message={t('找不到這個團')}
          action={
            <Link to={paths.myGroups()} className={buttonClass('primary')}>
              {t('我的團')}
            </Link>
          }
        />
      </>
    )
  }
  return console.isError ? (
    <ErrorState message={t('這個團暫時無法顯示')} onRetry={() => console.refetch()} />
  ) : (
    <ConsoleSkeleton />
  )
}

function Loaded({ code, view }: { code: string; view: LeaderConsole }) {
  const [tab, setTab] = useState('person')
  const { group, rows, by_product: byProduct } = view
  const missing = missingText(group)
  return (
    <>
      <p className="text-ink-muted">{t('團主')}</p>
      <h1 className="mb-2 font-serif text-title font-semibold [overflow-wrap:anywhere]">
        <Link to={paths.group(code)} className="rounded underline-offset-4 hover:underline">
          {group.campaign.title}
        </Link>
      </h1>
      <p className="mb-6 tabular-nums">
        {countText(group)}
        {missing && (
          <span className="font-medium text-accent-strong">{t('，{missing}', { missing })}</span>
        )}
        <span className="text-ink-muted">
          {t('· {expires_at} 截止', { expires_at: formatDateTime(group.expires_at) })}
        </span>
      </p>
      <div className="space-y-4">
        <LineText view={view} />
        <Actions code={code} view={view} />
        <LeaderFacts view={view} />
        <Panel>
          <Tabs
            label={t('統計')}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'person',
                label: t('依人'),
                content: <ConsoleRows rows={rows} money={view.money} />,
              },
              {
                value: 'product',
                label: t('依商品'),
                content: <ProductTotals lines={byProduct} />,
              },
            ]}
          />
        </Panel>
      </div>
    </>
  )
}

/** Pieces of each product; several variants stand below the sum of theirs. */
function ProductTotals({ lines }: { lines: LeaderConsole['by_product'] }) {
  return (
    <dl className="tabular-nums [overflow-wrap:anywhere]">
      {linesByProduct(lines).flatMap((ofProduct) => {
        const product = ofProduct.length > 1 ? productTitle(ofProduct) : undefined
        const rows = ofProduct.map((line) => (
          <div
            key={soldId(line)}
            className={`flex justify-between gap-4 ${product ? 'pb-3 pl-4 text-ink-muted' : totalRow}`}
          >
            <dt>{product ? line.variant_title : line.title}</dt>
            <dd className="shrink-0 font-semibold">{line.qty}</dd>
          </div>
        ))
        if (product === undefined) return rows
        return [
          <div key={`sum-${product}`} className={`flex justify-between gap-4 ${totalRow}`}>
            <dt>{product}</dt>
            <dd className="shrink-0 font-semibold">{piecesOf(ofProduct)}</dd>
          </div>,
          ...rows,
        ]
      })}
    </dl>
  )
}

const totalRow = 'border-t border-line py-3 first:border-t-0'

function LineText({ view }: { view: LeaderConsole }) {
  const [isFull, setFull] = useState(false)
  const text = isFull ? view.line_text_full : view.line_text
  const reminder = isFull ? view.reminder_text_full : view.reminder_text
  return (
    <Panel title={t('分享到 LINE')}>
      <section
        aria-label={t('LINE 文字')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard.
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-lg bg-sand p-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text}
      </section>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <CheckboxField
          label={t('顯示全名')}
          checked={isFull}
          onChange={({ target }) => setFull(target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          {reminder !== undefined && (
            <Button onClick={() => void copyText(reminder)}>{t('複製付款提醒')}</Button>
          )}
          <Button variant="primary" onClick={() => void copyText(text)}>
            {t('複製 LINE 文字')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** Where the leader hands out, and the leader's part. */
function LeaderFacts({ view }: { view: LeaderConsole }) {
  const { delivery, pickup_place, commission_percent } = view
  const isHandedOut = delivery === 'leader'
  if (!isHandedOut && !commission_percent) return null
  return (
    <Panel title={t('團主須知')}>
      <dl className="space-y-3 [overflow-wrap:anywhere]">
        {isHandedOut && (
          <div>
            <dt className="text-sm text-ink-muted">{t('取貨地點')}</dt>
            <dd>{pickup_place || t('尚未填寫，請與商店聯絡')}</dd>
          </div>
        )}
        {commission_percent && (
          <div>
            <dt className="text-sm text-ink-muted">{t('分潤')}</dt>
            <dd>
              {t(
                '商品金額的 {commission_percent} %，團員的訂單完成後入帳，餘額在「我的團」；自己的訂單不計。',
                { commission_percent },
              )}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

function Actions({ code, view }: { code: string; view: LeaderConsole }) {
  const [isClosing, setClosing] = useState(false)
  const close = useCloseTeam()
  const remind = useReminder()
  const { group, rows } = view
  const isTeam = group.campaign.kind === 'team'
  const canClose = isTeam && group.state === 'reached'
  const isUnpaid = rows.some(({ state, owed_to_leader: owed }) =>
    owed === undefined ? state === 'awaiting_payment' : owed > 0,
  )
  const canRemind = isUnpaid && shopConfig.canMail
  const hasSucceeded = group.state === 'succeeded' || group.state === 'settled'
  const canHandOut = view.delivery === 'leader' && hasSucceeded
  const hasAccount = view.pays_leader === true
  const takesLineOrders = view.takes_line_orders === true
  if (!canClose && !canRemind && !canHandOut && !hasAccount && !takesLineOrders) return null
  return (
    <div className="flex flex-wrap gap-3">
      {canHandOut && (
        <Link to={paths.handOut({ group: code })} className={buttonClass('primary')}>
          {t('取貨發放')}
        </Link>
      )}
      {hasAccount && (
        <Link
          to={paths.leaderAccount(code)}
          className={buttonClass(canHandOut ? 'secondary' : 'primary')}
        >
          {t('收款')}
        </Link>
      )}
      {takesLineOrders && (
        <Link to={paths.leaderLineOrders(code)} className={buttonClass('secondary')}>
          {t('登錄 LINE 喊單')}
        </Link>
      )}
      {canRemind && (
        <Button isLoading={remind.isPending} onClick={() => remind.mutate({ params: { code } })}>
          {t('提醒付款')}
        </Button>
      )}
      {canClose && <Button onClick={() => setClosing(true)}>{t('提前結束')}</Button>}
      {view.reminded_at !== undefined && (
        <p className="self-center text-sm text-ink-muted tabular-nums">
          {t('{reminded_at} 已提醒', { reminded_at: formatDateTime(view.reminded_at) })}
        </p>
      )}
      <ConfirmDialog
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        title={t('提前結束')}
        text={t('結束後不能再跟團，會依目前的份數結算最終單價。')}
        confirm={t('提前結束')}
        isLoading={close.isPending}
        onConfirm={() => close.mutate({ params: { code } }, { onSettled: () => setClosing(false) })}
      />
    </div>
  )
}

function ConsoleSkeleton() {
  return (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-48 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
