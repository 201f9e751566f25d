import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/**
 * The same for another member's order as for one that does not exist. Without a session it may be a
 * member's: a link of a mail opens in any browser. `next` is where the sign-in leads back to.
 */
export function UnknownOrder({ next }: { next: string }) {
  const { isLoggedIn } = useMemberSession()
  return (
    <EmptyState
      message={isLoggedIn ? t('查無此訂單') : t('查無此訂單，若為會員訂單請先登入')}
      action={
        isLoggedIn ? (
          <Link to={paths.orders()} className={buttonClass('primary')}>
            {t('查看我的訂單')}
          </Link>
        ) : (
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={paths.memberLogin({ next })} className={buttonClass('primary')}>
              {t('登入')}
            </Link>
            <Link to={paths.orderLookup()} className={buttonClass('secondary')}>
              {t('訪客訂單查詢')}
            </Link>
          </div>
        )
      }
    />
  )
}
