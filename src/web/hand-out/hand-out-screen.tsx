import { QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { HandOut } from '#contract/hand-out.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { ApiError } from '../api/api-error.ts'
import { shopConfig } from '../api/shop-config.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { rich } from '../ui/rich.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { hideToast, showToast } from '../ui/toast-store.ts'
import { codeOf, rowsOfCode, rowsOfName } from './find-rows.ts'
import {
  type Helper,
  useHandOuts,
  useLookUp,
  useReminder,
  useSendItems,
} from './hand-out.queries.ts'
import { HandOutRows } from './hand-out-rows.tsx'
import { HandOutSheet, type Shown } from './hand-out-sheet.tsx'
import { ProductCounts } from './product-counts.tsx'
import { QueueNotice } from './queue-notice.tsx'
import { Scanner } from './scanner.tsx'
import { useHandOutQueue } from './use-hand-out-queue.ts'
import { withWishes } from './with-wishes.ts'

/** One screen for an evening: find a person by code, QR code or name, see what to give, tick it off. */
export function HandOutScreen({ helper, code }: { helper: Helper; code?: string | undefined }) {
  const list = useHandOuts(helper)
  if (list.data) {
    return (
      <>
        <div role="status" className="empty:hidden">
          {list.error && (
            <p className="mb-4 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
              {t('{message}，名單為 {dataUpdatedAt} 的資料', {
                message: list.error.message,
                dataUpdatedAt: formatDateTime(list.dataUpdatedAt),
              })}
            </p>
          )}
        </div>
        <Loaded helper={helper} code={code} {...list.data} />
      </>
    )
  }
  return list.isError ? (
    <ErrorState message={list.error.message} onRetry={() => list.refetch()} />
  ) : (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

function Loaded(props: {
  helper: Helper
  code?: string | undefined
  hand_outs: HandOut[]
  total: number
  remindable: number
}) {
  const { helper, code: given, hand_outs: stored, total, remindable } = props
  const reminder = useReminder(helper)
  const send = useSendItems(helper)
  const { queue, wishes, outcome, flush } = useHandOutQueue(helper.owner, send, ({ name }) =>
    showToast({
      tone: 'failure',
      text: t('{name}：先前已有人登記取貨，請確認沒有重複發放', { name }),
    }),
  )
  const rows = withWishes(stored, wishes)
  const [tab, setTab] = useState('person')
  const [text, setText] = useState('')
  const [isName, setName] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const [isScanning, setScanning] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const finder = useFinder(helper, rows, setShown)

  // A QR code that another camera has read opened this screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked up once
  useEffect(() => {
    if (given) void finder.find(given)
  }, [given])

  const typed = (next: string) => {
    setText(next)
    finder.clear()
    const code = codeOf(next)
    if (code) void finder.find(code)
  }
  const close = () => {
    setShown(undefined)
    setText('')
  }
  const tick = (row: HandOut, code: string | undefined, isUndo: boolean) => {
    const received = !isUndo && row.is_owed_to_leader ? row.owed : undefined
    const isUnsent = queue.list().some(({ id, isUndo: isBack }) => id === row.id && !isBack)
    const undoneText =
      row.is_owed_to_leader && row.owed && !isUnsent
        ? t('已復原取貨，收款 {owed} 仍在，可到「收款」取消登記', { owed: formatMoney(row.owed) })
        : t('已復原')
    queue.put({
      ...{ id: row.id, name: row.name, isUndo },
      ...(code !== undefined && { code }),
      ...(received !== undefined && { received }),
    })
    flush()
    close()
    // One offer to undo, that of the last press, so that the list stays free.
    hideToast()
    showToast(
      isUndo
        ? { tone: 'success', text: t('{name}：{undoneText}', { name: row.name, undoneText }) }
        : {
            tone: 'success',
            text: received
              ? t('{name}：已收款、已取貨', { name: row.name })
              : t('{name}：已取貨', { name: row.name }),
            action: { label: t('復原'), onPress: () => tick(row, undefined, true) },
          },
    )
  }
  const left = rows.filter(({ state }) => state !== 'handed_out').length
  return (
    <>
      <p className="mb-4 text-lg tabular-nums" aria-live="polite">
        {rich('已取 {strong} / {count} 人', {
          strong: <strong>{rows.length - left}</strong>,
          count: rows.length,
        })}
        {total > rows.length && (
          <span className="block text-sm text-ink-muted">
            {t('共 {total} 筆，列出前 {count} 筆；其餘請用代碼查詢', { total, count: rows.length })}
          </span>
        )}
      </p>
      <QueueNotice {...{ wishes, outcome }} onDismiss={queue.dismiss} />
      {isScanning && (
        <Scanner
          isPaused={shown !== undefined}
          onText={(read) => void finder.find(codeOf(read) ?? read)}
          onClose={() => setScanning(false)}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState message={t('目前沒有要發放的商品')} />
      ) : (
        <Tabs
          label={t('檢視')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'person',
              label: t('依人'),
              content: (
                <HandOutRows
                  rows={codeOf(text) ? rows : rowsOfName(rows, text)}
                  onChoose={(row) => setShown({ row })}
                />
              ),
            },
            { value: 'product', label: t('依商品'), content: <ProductCounts rows={rows} /> },
          ]}
        />
      )}
      {remindable > 0 && shopConfig.canMail && (
        <p className="mb-6">
          <Button
            isLoading={reminder.isPending}
            onClick={() =>
              reminder.mutate({ data: { ...(helper.group && { group: helper.group }) } })
            }
          >
            {t('提醒 {remindable} 位逾三天未取貨的人', { remindable })}
          </Button>
        </p>
      )}
      <div className="md:sticky md:bottom-0 md:bg-paper md:py-3">
        <ActionBar>
          <label className="min-w-0 flex-1">
            <span className="sr-only">{t('代碼或姓名')}</span>
            <input
              ref={field}
              value={text}
              onChange={({ target }) => typed(target.value)}
              placeholder={t('代碼或姓名')}
              autoComplete="off"
              // Digits under the thumb; the other keyboard is one press away.
              inputMode={isName ? 'text' : 'numeric'}
              enterKeyHint="search"
              aria-describedby="hand-out-fault"
              className="h-12 w-full rounded-lg border border-line-strong bg-surface px-3 text-lg text-ink placeholder:text-ink-muted"
            />
          </label>
          <Button
            variant={isName ? 'secondary' : 'quiet'}
            aria-pressed={isName}
            onClick={() => {
              setName(!isName)
              field.current?.focus()
            }}
          >
            {t('姓名')}
          </Button>
          <Button
            variant={isScanning ? 'secondary' : 'primary'}
            icon={<QrCode />}
            aria-pressed={isScanning}
            onClick={() => setScanning(!isScanning)}
          >
            {t('掃描')}
          </Button>
          <p id="hand-out-fault" role="alert" className="w-full text-danger empty:hidden">
            {finder.fault}
          </p>
        </ActionBar>
      </div>
      <HandOutSheet shown={shown} onChoose={setShown} onClose={close} onTick={tick} />
    </>
  )
}

/** Finds whose a code is: the shop knows, and without a network the list of the device. */
function useFinder(helper: Helper, rows: readonly HandOut[], onFound: (shown: Shown) => void) {
  const lookUp = useLookUp(helper)
  const [fault, setFault] = useState<string>()
  const last = useRef(0)
  /** The last one alone is answered: a slow answer opens no sheet of somebody else. */
  async function find(code: string): Promise<void> {
    const asked = ++last.current
    setFault(undefined)
    if (codeOf(code) === undefined) return setFault(t('這不是取貨的 QR Code'))
    try {
      const found = await lookUp(code)
      if (asked !== last.current) return
      if (found) return onFound({ row: rows.find(({ id }) => id === found.id) ?? found, code })
      const candidates = rowsOfCode(rows, code)
      if (candidates.length === 0) setFault(t('沒有網路，清單裡也找不到這個代碼'))
      else onFound({ candidates, code })
    } catch (error) {
      if (asked !== last.current) return
      setFault(error instanceof ApiError ? error.message : t('找不到這個取貨代碼'))
    }
  }
  function clear(): void {
    last.current += 1
    setFault(undefined)
  }
  return { find, fault, clear }
}
