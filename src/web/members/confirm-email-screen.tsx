import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { identityMessage, isLinkDead } from './identity-errors.ts'
import { loadIdentity } from './session.ts'

const title = '驗證電子信箱'

/** Where the link of a verification mail leads. */
export function ConfirmEmailScreen({ code, next }: { code: string; next: string | undefined }) {
  usePageTitle(t(title))
  const { isLoggedIn } = useMemberSession()
  // A query instead of a mutation: it runs once for a code, however often this screen renders.
  const confirmation = useQuery({
    queryKey: ['confirm e-mail', code],
    queryFn: async () => {
      await (await loadIdentity()).confirmEmail(code)
      return true
    },
    retry: false,
    // A code is valid once: only a press may send it again.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (confirmation.isPending) return <FormCard title={t(title)} isLoading />
  return (
    <FormCard title={t(title)}>
      {confirmation.data ? (
        <div className="space-y-5">
          <FormNotice success={t('電子信箱驗證完成')} />
          <NextStep isLoggedIn={isLoggedIn} next={next} />
        </div>
      ) : isLinkDead(confirmation.error) ? (
        <div className="space-y-5">
          <FormNotice failure={identityMessage(confirmation.error)} />
          <p className="text-sm text-ink-muted">
            {t('若已完成驗證，會員中心會顯示「已驗證」；若還沒有，可在會員中心重新寄送驗證信。')}
          </p>
          <NextStep isLoggedIn={isLoggedIn} next={next} />
        </div>
      ) : (
        <ErrorState
          message={identityMessage(confirmation.error)}
          onRetry={() => confirmation.refetch()}
        />
      )}
    </FormCard>
  )
}

/** Back to where the mail was asked for; a group is shown to everybody. */
function NextStep({ isLoggedIn, next }: { isLoggedIn: boolean; next: string | undefined }) {
  const isOpen = isLoggedIn || next?.startsWith(paths.group(''))
  return (
    <Link
      to={isOpen ? (next ?? paths.member()) : paths.memberLogin({ next })}
      className={buttonClass('primary', { fullWidth: true })}
    >
      {isOpen ? (next ? t('回到剛才的頁面') : t('前往會員中心')) : t('前往登入')}
    </Link>
  )
}
