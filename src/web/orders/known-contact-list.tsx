import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { KnownContact } from './contact.ts'

/** What the order takes from the profile, so that nobody wonders where it is sent to. */
export function KnownContactList({ known }: { known: KnownContact }) {
  const entries = [known.name, known.email, known.tel].filter((entry) => entry !== null)
  if (entries.length === 0) return null
  return (
    <section
      aria-label="會員資料"
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
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
      <Link
        to={paths.member()}
        className="-my-2 inline-flex min-h-11 items-center text-sm text-accent underline underline-offset-4"
      >
        修改會員資料
      </Link>
    </section>
  )
}
