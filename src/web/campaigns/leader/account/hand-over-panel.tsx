import { useState } from 'react'
import { type LeaderWay, leaderWayLabels, leaderWays } from '#contract/campaign-states.ts'
import type { LeaderAccount } from '#contract/leader-money.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime } from '../../../ui/dates.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useChangeAccount } from './account.queries.ts'
import { digitsOf, incompleteFive } from './account-sums.ts'

/** Money that the leader gives to the shop: announced here, and booked by the shop once it is there. */
export function HandOverPanel({ code, account }: { code: string; account: LeaderAccount }) {
  const { sums, hand_overs } = account
  const inHand = Math.max(0, sums.difference - sums.announced)
  return (
    <div className="space-y-6">
      {/* The sum in hand changes with every hand-over. */}
      <HandOverForm key={`${inHand} ${hand_overs.length}`} code={code} inHand={inHand} />
      {hand_overs.length > 0 && <HandOvers code={code} handOvers={hand_overs} />}
    </div>
  )
}

function HandOverForm({ code, inHand }: { code: string; inHand: number }) {
  const [amount, setAmount] = useState(inHand > 0 ? String(inHand) : '')
  const [way, setWay] = useState<LeaderWay>('transfer')
  const [lastFive, setLastFive] = useState('')
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<{ amount?: string; lastFive?: string }>({})
  const change = useChangeAccount()
  function submit() {
    const sum = Number(amount)
    const isFive = way === 'transfer' && lastFive !== ''
    const isIncomplete = isFive && !/^\d{5}$/.test(lastFive)
    setFault({
      ...(!(sum > 0) && { amount: t('請填交給店家的金額') }),
      ...(isIncomplete && { lastFive: t(incompleteFive) }),
    })
    if (!(sum > 0) || isIncomplete) return
    change.mutate({
      params: { code },
      data: { hand_over: { amount: sum, way, note, ...(isFive && { last_five: lastFive }) } },
    })
  }
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="text-ink-muted">
        {t('把收到的款項交給店家後在這裡登記，店家確認收到後，團員的訂單才會變成已付款。')}
      </p>
      <TextField
        label={t('交款金額（NT$）')}
        inputMode="numeric"
        value={amount}
        error={fault.amount}
        help={t('還在手上的款項 {inHand}', { inHand: formatMoney(inHand) })}
        onChange={({ target }) => setAmount(digitsOf(target.value))}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('交款方式')}</legend>
        <div className="flex flex-wrap gap-x-5">
          {leaderWays.map((one) => (
            <label key={one} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="way"
                checked={way === one}
                onChange={() => setWay(one)}
                className="size-5 accent-accent"
              />
              {t(leaderWayLabels[one])}
            </label>
          ))}
        </div>
      </fieldset>
      {way === 'transfer' && (
        <TextField
          label={t('您轉出帳號的後五碼')}
          inputMode="numeric"
          maxLength={5}
          help={t('選填，方便店家對帳')}
          error={fault.lastFive}
          value={lastFive}
          onChange={({ target }) => setLastFive(digitsOf(target.value))}
        />
      )}
      <TextField
        label={t('備註')}
        maxLength={200}
        help={t('選填')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" variant="primary" isLoading={change.isPending}>
        {t('登記交款')}
      </Button>
    </form>
  )
}

const states = {
  announced: { label: '待店家確認', tone: 'warn' },
  booked: { label: '店家已收', tone: 'sage' },
  withdrawn: { label: '已取消', tone: 'neutral' },
} as const

function HandOvers(props: { code: string; handOvers: LeaderAccount['hand_overs'] }) {
  const change = useChangeAccount()
  return (
    <section aria-label={t('交款紀錄')}>
      <h2 className="mb-2 font-serif text-xl font-semibold">{t('交款紀錄')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {props.handOvers.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              <span className="font-medium tabular-nums">
                {formatMoney(one.booked ?? one.amount)} {t(leaderWayLabels[one.way])}
              </span>
              <span className="block text-sm text-ink-muted tabular-nums">
                {[
                  formatDateTime(one.at),
                  one.last_five && t('後五碼 {last_five}', { last_five: one.last_five }),
                  one.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                {one.booked !== undefined &&
                  one.booked !== one.amount &&
                  t(' · 登記 {amount}', { amount: formatMoney(one.amount) })}
              </span>
            </span>
            <Badge tone={states[one.state].tone}>{t(states[one.state].label)}</Badge>
            {one.state === 'announced' && (
              <Button
                variant="quiet"
                isLoading={change.isPending}
                onClick={() =>
                  change.mutate({ params: { code: props.code }, data: { withdraw: one.id } })
                }
              >
                {t('取消')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
