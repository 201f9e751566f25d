import { useMutation } from '@tanstack/react-query'
import { LogOut, MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { shopTerms } from '../api/shop-config.ts'
import { useCart } from '../cart/use-cart.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { creditTitle } from './credit/credit-title.ts'
import { identityMessage } from './identity-errors.ts'
import { MemberAvatar } from './member-avatar.tsx'
import { loadIdentity } from './session.ts'
import { useSignOut } from './use-sign-out.ts'
import { VerificationBadge } from './verification-badge.tsx'

export function MemberSummary({ user }: { user: MemberUser }) {
  const cart = useCart()
  const signOut = useSignOut()
  const leave = useMutation({ mutationFn: () => signOut({ to: 'login' }) })
  const hasLines = (cart.data?.carts.length ?? 0) > 0
  return (
    <section aria-label={t('會員')} className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-4">
        <MemberAvatar user={user} />
        <div className="min-w-0 flex-[1_1_11rem]">
          <p className="text-lg font-semibold [overflow-wrap:anywhere]">
            {user.displayName ?? t('尚未設定暱稱')}
          </p>
          {user.email === null && user.hasLine ? (
            <>
              <p className="text-sm text-ink-muted">{t('以 LINE 登入，尚未加入電子信箱')}</p>
              {/* By it the shop can name a member who has neither ordered nor an address. */}
              <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">
                {t('會員代碼 {uid}', { uid: user.uid })}
              </p>
            </>
          ) : (
            <>
              <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">{user.email}</p>
              <p className="mt-1.5">
                <VerificationBadge isVerified={user.emailVerified} />
              </p>
            </>
          )}
        </div>
      </div>
      {!user.emailVerified && !(user.email === null && user.hasLine) && <VerificationMail />}
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        {hasLines && (
          <Link to={paths.cart()} className={buttonClass('primary')}>
            {t('繼續結帳')}
          </Link>
        )}
        <Link to={paths.orders()} className={buttonClass('secondary')}>
          {t('我的訂單')}
        </Link>
        <Link to={paths.myGroups()} className={buttonClass('secondary')}>
          {t('我的團')}
        </Link>
        {shopTerms?.credit && (
          <Link to={paths.myCredit()} className={buttonClass('secondary')}>
            {creditTitle(shopTerms.credit)}
          </Link>
        )}
        <Button
          variant="quiet"
          icon={<LogOut aria-hidden="true" />}
          isLoading={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {t('登出')}
        </Button>
      </div>
    </section>
  )
}

function VerificationMail() {
  const request = useMutation({
    mutationFn: async () => (await loadIdentity()).requestVerificationMail(),
  })
  return (
    <div className="mt-4 space-y-3">
      <Button
        variant="secondary"
        icon={<MailCheck aria-hidden="true" />}
        isLoading={request.isPending}
        onClick={() => request.mutate()}
      >
        {t('寄送驗證信')}
      </Button>
      <FormNotice
        failure={request.isError && identityMessage(request.error)}
        success={request.isSuccess && t('已寄出驗證信，請至收件匣或垃圾信件匣查看')}
      />
    </div>
  )
}
