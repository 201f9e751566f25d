import { Button } from '../ui/button.tsx'
import type { KnownContact } from './contact.ts'

/** The contact that the order takes from the profile, with a button to enter another one. */
export function KnownContactList(props: { known: KnownContact; onEdit: () => void }) {
  const { known } = props
  const entries = [known.name, known.email, known.tel].filter((entry) => entry !== null)
  if (entries.length === 0) return null
  return (
    <section
      aria-label="會員資料"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
    >
      <div className="min-w-0">
        <p className="text-sm text-ink-muted">以會員資料訂購</p>
        <ul className="mt-1 flex flex-wrap gap-x-4">
          {entries.map((entry) => (
            <li key={entry} className="[overflow-wrap:anywhere]">
              {entry}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="secondary" onClick={props.onEdit}>
        更改收件人
      </Button>
    </section>
  )
}
