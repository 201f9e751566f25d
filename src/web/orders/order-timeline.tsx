import type { OrderTimelineEvent } from '#contract/order-life.ts'
import { shownReason } from '#contract/shown-reason.ts'
import { t } from '#contract/translate.ts'
import { orderEventLabel } from '../shared/order-event-label.ts'
import { formatDateTime } from '../ui/dates.ts'
import { OrderSection } from './order-section.tsx'

/** Events of an order, oldest first. */
export function OrderTimeline({ events }: { events: OrderTimelineEvent[] }) {
  return (
    <OrderSection title={t('訂單紀錄')}>
      <ol className="ml-1.5 border-l border-line">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end.
          <li key={index} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-2 -left-1.25 size-2.5 rounded-full ${index === events.length - 1 ? 'bg-accent' : 'bg-line-strong'}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{orderEventLabel(event.kind)}</span>
              <span className="text-sm text-ink-muted tabular-nums">
                {formatDateTime(event.at)}・{event.actor}
              </span>
            </p>
            {event.text && (
              <p className="text-sm [overflow-wrap:anywhere]">{shownReason(event.text)}</p>
            )}
          </li>
        ))}
      </ol>
    </OrderSection>
  )
}
