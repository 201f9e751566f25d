import { participationStateLabel } from '#contract/campaign-states.ts'
import type { LineOrders, LinePerson } from '#contract/line-orders.ts'
import { linesText } from '#contract/lines-text.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import { Panel } from '../panel.tsx'

type Entered = LinePerson & { place: NonNullable<LinePerson['place']> }

/**
 * The people who were entered, each with the link to the own order. After a `round` of entering it has
 * the focus; before the first one, at 0, it has not.
 */
export function EnteredPanel({
  group,
  people,
  round,
}: Pick<LineOrders, 'group' | 'people'> & { round: number }) {
  const entered = people.filter((person): person is Entered => person.place !== undefined)
  if (entered.length === 0) return null
  const paysShop = group.pays_leader !== true
  return (
    <Panel title={t('已登錄 {count} 人', { count: entered.length })}>
      <p
        key={round}
        ref={round > 0 ? takeFocus : undefined}
        tabIndex={-1}
        className="scroll-mt-28 text-sm text-ink-muted"
      >
        {paysShop
          ? t('成團後把各人的付款連結傳給本人；連結 30 天內有效，可以再複製新的。')
          : t('成團後由團主收款；連結可以讓本人查看訂單。')}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {entered.map(({ person_id, names, contact_name, place }) => {
          const others = names.filter((name) => name !== contact_name)
          const isToPay = paysShop && place.state === 'awaiting_payment'
          return (
            <li
              key={person_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{contact_name}</span>
                  {others.length > 0 && (
                    <span className="text-sm text-ink-muted">{others.join(t('、'))}</span>
                  )}
                  <Badge tone={place.state === 'awaiting_payment' ? 'warn' : 'neutral'}>
                    {participationStateLabel(place.state, 'pay_after_success')}
                  </Badge>
                </p>
                <p className="text-sm text-ink-muted tabular-nums">
                  {linesText(place.lines)} · {formatMoney(place.total)}
                </p>
              </div>
              <Button
                variant={isToPay ? 'secondary' : 'quiet'}
                aria-label={
                  isToPay
                    ? t('複製 {contact_name} 的付款連結', { contact_name })
                    : t('複製 {contact_name} 的訂單連結', { contact_name })
                }
                onClick={() => void copyText(place.link)}
              >
                {isToPay ? t('複製付款連結') : t('複製訂單連結')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
