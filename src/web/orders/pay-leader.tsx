import { useId, useState } from 'react'
import type { Participation } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { participationApi } from '#contract/participations.ts'
import { t } from '#contract/translate.ts'
import { useApiMutation } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

/** How much the leader is to be paid and how, and the end of the account that was transferred from. */
export function PayLeader({ place }: { place: Participation }) {
  const { open, received = 0, ways = {}, last_five } = place.to_leader ?? {}
  const heading = useId()
  if (open === undefined) return null
  if (open === 0) {
    return (
      <p className="mt-3 rounded-lg bg-sage-soft px-3 py-2.5 text-sage">
        {t('團主已收到您的款項')}
      </p>
    )
  }
  const told = [
    [t('現金'), ways.cash],
    [t('轉帳'), ways.transfer],
    ['LINE Pay', ways.line_pay],
  ].filter(([, text]) => text)
  return (
    <section
      aria-labelledby={heading}
      className="mt-3 rounded-card border border-line bg-surface p-4 [overflow-wrap:anywhere]"
    >
      <h2 id={heading} className="font-semibold tabular-nums">
        {t('請付給團主 {open}', { open: formatMoney(open) })}
      </h2>
      {received > 0 && (
        <p className="text-sm text-ink-muted tabular-nums">
          {t('團主已收 {received}', { received: formatMoney(received) })}
        </p>
      )}
      {told.length === 0 ? (
        <p className="mt-2 text-ink-muted">{t('團主還沒有填寫付款方式，請直接詢問團主。')}</p>
      ) : (
        <dl className="mt-2 space-y-2">
          {told.map(([label, text]) => (
            <div key={label}>
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className="whitespace-pre-wrap">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {ways.transfer && <LastFive placeId={place.id} known={last_five ?? ''} />}
    </section>
  )
}

/** By them the leader finds the transfer in the statement of the bank. */
function LastFive({ placeId, known }: { placeId: string; known: string }) {
  const [digits, setDigits] = useState(known)
  const [fault, setFault] = useState<string>()
  const save = useApiMutation(participationApi.transferred, {
    refresh: [participationApi.list, participationApi.detail],
  })
  function submit() {
    const isFive = /^\d{5}$/.test(digits)
    setFault(isFive ? undefined : t('請填轉出帳號的最後五位數字'))
    if (isFive) save.mutate({ params: { id: placeId }, data: { last_five: digits } })
  }
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="min-w-40 flex-1">
        <TextField
          label={t('轉帳後五碼')}
          help={t('轉帳後填寫，只有團主看得到')}
          error={fault}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={digits}
          onChange={({ target }) => setDigits(target.value.normalize('NFKC').replace(/\D/g, ''))}
        />
      </div>
      <div className="pt-6">
        <Button type="submit" isLoading={save.isPending}>
          {known === '' ? t('告訴團主') : t('更新')}
        </Button>
      </div>
    </form>
  )
}
