import { useRef, useState } from 'react'
import type { LineOrders } from '#contract/line-orders.ts'
import { t } from '#contract/translate.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EnteredPanel } from './entered-panel.tsx'
import {
  type LineTarget,
  type ReadInput,
  useLineGroup,
  useReadLineOrders,
} from './line-orders.queries.ts'
import { PastePanel } from './paste-panel.tsx'
import { ReviewPanels } from './review-panels.tsx'

/** Orders of a chat, from the pasted text to the places of a group; nothing is entered without a look. */
export function LineOrdersScreen({ target }: { target: LineTarget }) {
  const current = useLineGroup(target)
  if (current.data) return <Loaded target={target} current={current.data} />
  if (current.error && current.error.status < 500 && current.error.status !== 0) {
    return <EmptyState message={current.error.message} />
  }
  return current.isError ? (
    <ErrorState message={t('這個團暫時無法顯示')} onRetry={() => current.refetch()} />
  ) : (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

function Loaded({ target, current }: { target: LineTarget; current: LineOrders }) {
  const { group, people } = current
  const read = useReadLineOrders(target)
  const [reading, setReading] = useState<{ n: number; reply: LineOrders }>()
  /** How often all of a text was entered. */
  const [round, setRound] = useState(0)
  const asked = useRef<ReadInput>(undefined)
  /** A text that is read anew begins with no decision. */
  const readAnew = async (data: ReadInput) => {
    asked.current = data
    const reply = await read.mutateAsync(data)
    setReading((before) => ({ n: (before?.n ?? 0) + 1, reply }))
  }
  const reread = async () => {
    if (!asked.current) return
    const reply = await read.mutateAsync(asked.current)
    setReading((before) => before && { ...before, reply })
  }
  return (
    <div className="space-y-4">
      <p className="text-lg font-medium [overflow-wrap:anywhere]">{group.title}</p>
      {group.refusal === undefined ? (
        <PastePanel
          goods={current.goods}
          isReading={read.isPending}
          onRead={(data) => void readAnew(data).catch(() => undefined)}
        />
      ) : (
        <p className="rounded-lg bg-warn-soft px-3 py-2.5 text-warn">{group.refusal}</p>
      )}
      {reading && (
        <ReviewPanels
          key={reading.n}
          target={target}
          reading={reading.reply}
          onReread={() => reread().catch(() => undefined)}
          onDone={() => {
            setReading(undefined)
            setRound(round + 1)
          }}
        />
      )}
      <EnteredPanel group={group} people={people} round={round} />
    </div>
  )
}
