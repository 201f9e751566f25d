import { useState } from 'react'
import type { LeaderAccount } from '#contract/leader-money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/text-field.tsx'
import { useChangeAccount } from './account.queries.ts'

const fields = [
  { way: 'cash', label: '現金', help: '例如：取貨時付現，請準備剛好的金額' },
  {
    way: 'transfer',
    label: '轉帳',
    help: '銀行、帳號與戶名，例如：808 玉山 0123-456-789012 王小美',
  },
  { way: 'line_pay', label: 'LINE Pay', help: '例如：LINE 轉帳給我，ID mei-mei' },
] as const

/** In the leader's own words; the members read it once the group has succeeded. */
export function PayWaysPanel({ code, ways }: { code: string; ways: LeaderAccount['ways'] }) {
  const [texts, setTexts] = useState(ways)
  const change = useChangeAccount()
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ params: { code }, data: { ways: texts } })
      }}
    >
      <p className="text-ink-muted">
        {t('成團後，團員會看到您填寫的方式；留空的不顯示。只有跟團的人看得到。')}
      </p>
      {fields.map(({ way, label, help }) => (
        <TextAreaField
          key={way}
          label={t(label)}
          help={t(help)}
          rows={2}
          maxLength={200}
          value={texts[way] ?? ''}
          onChange={({ target }) => setTexts({ ...texts, [way]: target.value })}
        />
      ))}
      <Button type="submit" variant="primary" isLoading={change.isPending}>
        {t('儲存')}
      </Button>
    </form>
  )
}
