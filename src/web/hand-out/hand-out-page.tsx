import { Link, useSearchParams } from 'react-router'
import { t } from '#contract/translate.ts'
import { adminToken } from '../api/admin-session.ts'
import { useMemberSession } from '../api/member-session.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { paths } from '../paths.ts'
import { usePageTitle } from '../ui/page-head.ts'
import { HandOutScreen } from './hand-out-screen.tsx'

/** The hand-out of a leader: of one group, or of all that they lead. */
export function HandOutPage() {
  const [query] = useSearchParams()
  const group = query.get('group') ?? undefined
  const code = query.get('code') ?? undefined
  const { user, isRestoring } = useMemberSession()
  usePageTitle(t('取貨發放'))
  if (!user && !isRestoring) {
    // The code of an order of the shop, read by the camera of somebody of the staff.
    const isOfStaff = code !== undefined && adminToken() !== undefined
    const next = paths.handOut({ ...(group && { group }), ...(code && { code }) })
    return <Redirect to={isOfStaff ? paths.adminHandOut({ code }) : paths.memberLogin({ next })} />
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 lg:px-8">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h1 className="font-serif text-title font-semibold">{t('取貨發放')}</h1>
        {group && (
          <Link
            to={paths.leaderConsole(group)}
            className="rounded text-accent-strong underline underline-offset-4"
          >
            {t('回到這個團')}
          </Link>
        )}
      </div>
      {user && (
        <HandOutScreen
          key={user.uid}
          helper={{ owner: `m.${user.uid}`, isStaff: false, group }}
          code={code}
        />
      )}
    </div>
  )
}
