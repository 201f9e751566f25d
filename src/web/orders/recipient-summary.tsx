import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import type { KnownContact } from './contact.ts'

/** The contact that the order takes without a field, with a button that opens the fields. */
export function RecipientSummary(props: {
  known: KnownContact
  hasAddress: boolean
  onEdit: () => void
}) {
  const { name, tel, email } = props.known
  const address = props.hasAddress ? props.known.address : null
  const person = [name, tel].filter((entry) => entry !== null)
  const isMailAlone = person.length === 0 && address === null
  if (isMailAlone && email === null) return null
  const title = isMailAlone ? t('訂單通知信箱') : props.hasAddress ? t('收件資料') : t('聯絡資料')
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
    >
      <div className="min-w-0 flex-[1_1_9rem] [overflow-wrap:anywhere]">
        <p className="text-sm text-ink-muted">{title}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 font-medium empty:hidden">
          {person.map((entry) => (
            <span key={entry}>{entry}</span>
          ))}
        </p>
        {address && <p>{address}</p>}
        {email && <p className={isMailAlone ? 'mt-1' : 'text-sm text-ink-muted'}>{email}</p>}
      </div>
      <Button variant="secondary" onClick={props.onEdit}>
        {rich('更改{part}', { part: <span className="sr-only">{title}</span> })}
      </Button>
    </section>
  )
}
