import { useState } from 'react'
import { type LeaderWay, leaderWayLabels } from '#contract/campaign-states.ts'
import type { AccountPlace } from '#contract/leader-money.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/dates.ts'
import { DialogContent } from '../../../ui/dialog.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useChangeAccount } from './account.queries.ts'
import { digitsOf, incompleteFive, openOf } from './account-sums.ts'

/** One person: the whole sum with one press, or another one with what is to be noted of it. */
export function ReceiptSheet(props: { code: string; place: AccountPlace; onClose: () => void }) {
  const { code, place, onClose } = props
  const open = openOf(place)
  const [typedAmount, setTypedAmount] = useState<string>()
  // A tick that is taken back opens the sum again.
  const amount = typedAmount ?? String(open)
  const [lastFive, setLastFive] = useState(place.last_five ?? '')
  const [note, setNote] = useState('')
  const change = useChangeAccount({ onChanged: onClose })
  const params = { code }
  const isFive = /^\d{5}$/.test(lastFive)
  const tick = (way: LeaderWay, sum: number) =>
    change.mutate({
      params,
      data: {
        receipts: [
          {
            ...{ participation_id: place.participation_id, amount: sum, way, note },
            ...(way === 'transfer' && isFive && { last_five: lastFive }),
          },
        ],
      },
    })
  const typed = Number(amount)
  const isAmount = Number.isInteger(typed) && typed > 0 && typed <= open
  return (
    <DialogContent
      actions={
        open > 0 ? (
          <div className="flex w-full flex-col gap-3">
            <Button
              variant="primary"
              fullWidth
              isLoading={change.isPending}
              disabled={!isAmount}
              onClick={() => tick('cash', typed)}
            >
              <span className="py-2 text-xl tabular-nums">
                {t('收現金 {part}', { part: formatMoney(isAmount ? typed : open) })}
              </span>
            </Button>
            <div className="flex gap-3">
              {(['transfer', 'line_pay'] as const).map((way) => (
                <Button
                  key={way}
                  fullWidth
                  isLoading={change.isPending}
                  disabled={!isAmount || (way === 'transfer' && lastFive !== '' && !isFive)}
                  onClick={() => tick(way, typed)}
                >
                  {t(leaderWayLabels[way])}
                </Button>
              ))}
            </div>
          </div>
        ) : open < 0 ? (
          <Button
            variant="primary"
            fullWidth
            isLoading={change.isPending}
            onClick={() => tick('other', open)}
          >
            <span className="py-2 text-lg tabular-nums">
              {t('已退還 {open}', { open: formatMoney(-open) })}
            </span>
          </Button>
        ) : (
          <Button fullWidth onClick={onClose}>
            {t('關閉')}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        <p className="tabular-nums">
          {t('應收 {expected}{part}{part2}', {
            expected: formatMoney(place.expected),
            part:
              place.received !== 0 &&
              t('，已收 {received}', { received: formatMoney(place.received) }),
            part2: place.last_five && t(' · 後五碼 {last_five}', { last_five: place.last_five }),
          })}
        </p>
        {open < 0 && (
          <p className="rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
            {t('這一份已取消或由店家收款，請把多收的 {open} 退還對方，再按下面的按鈕。', {
              open: formatMoney(-open),
            })}
          </p>
        )}
        <Receipts place={place} code={code} />
        {open > 0 && (
          <Disclosure title={t('其他金額、後五碼與備註')}>
            <div className="space-y-4 pt-2">
              <TextField
                label={t('金額（NT$）')}
                inputMode="numeric"
                value={amount}
                error={isAmount ? undefined : t('請填 1 至 {open}', { open })}
                onChange={({ target }) => setTypedAmount(digitsOf(target.value))}
              />
              <TextField
                label={t('轉帳後五碼')}
                inputMode="numeric"
                maxLength={5}
                value={lastFive}
                error={isFive || lastFive === '' ? undefined : t(incompleteFive)}
                onChange={({ target }) => setLastFive(digitsOf(target.value))}
              />
              <TextField
                label={t('備註')}
                maxLength={200}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            </div>
          </Disclosure>
        )}
      </div>
    </DialogContent>
  )
}

/** A tick that was wrong is taken back and made again; what the shop has booked stays. */
function Receipts({ place, code }: { place: AccountPlace; code: string }) {
  const change = useChangeAccount()
  if (place.receipts.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-lg border border-line" aria-label={t('收款紀錄')}>
      {place.receipts.map(({ id, amount, way, last_five, note, received_at }) => (
        <li key={id} className="flex items-center gap-3 px-3 py-1.5">
          <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
            <span className="font-medium tabular-nums">
              {amount < 0 ? t('退還 ') : ''}
              {formatMoney(Math.abs(amount))} {t(leaderWayLabels[way])}
            </span>
            <span className="block text-ink-muted tabular-nums">
              {[
                formatDateTime(received_at),
                last_five && t('後五碼 {last_five}', { last_five }),
                note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {!place.is_settled && (
            <Button
              variant="quiet"
              isLoading={change.isPending}
              onClick={() => change.mutate({ params: { code }, data: { void: [id] } })}
            >
              {t('取消登記')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
