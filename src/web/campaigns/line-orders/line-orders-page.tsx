import { Link, useParams } from 'react-router'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { LineOrdersScreen } from './line-orders-screen.tsx'

/** The leader's own page for orders that were written in a chat. */
export function LineOrdersPage() {
  const { code = '' } = useParams()
  usePageTitle(t('LINE 喊單'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) {
    return <Redirect to={paths.memberLogin({ next: paths.leaderLineOrders(code) })} />
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 lg:px-8">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-serif text-title font-semibold">{t('LINE 喊單')}</h1>
        <Link
          to={paths.leaderConsole(code)}
          className="rounded text-accent-strong underline underline-offset-4"
        >
          {t('回到這個團')}
        </Link>
      </div>
      {user && <LineOrdersScreen key={user.uid} target={{ by: 'leader', uid: user.uid, code }} />}
    </div>
  )
}
