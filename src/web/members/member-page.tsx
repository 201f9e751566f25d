import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '#contract/translate.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { shopConfig, shopSettings } from '../api/shop-config.ts'
import { ToSignIn } from '../navigation/to-sign-in.tsx'
import { paths } from '../paths.ts'
import { Accordion } from '../ui/accordion.tsx'
import { buttonClass } from '../ui/button.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { useAfter } from '../ui/use-after.ts'
import { DeletePanel } from './delete-panel.tsx'
import { DownloadData } from './download-data.tsx'
import { AddEmailPanel, LineMessagesPanel, LinePanel, SetPasswordPanel } from './line/lazy-line.tsx'
import { MemberFrame } from './member-frame.tsx'
import { MemberPageSkeleton } from './member-page-skeleton.tsx'
import { MemberSummary } from './member-summary.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { NotificationsPanel } from './push/lazy-notifications.tsx'

/** How long the notice is shown before the redirect, in milliseconds. */
const redirectDelayMs = 3000

export function MemberPage() {
  usePageTitle(t('會員中心'))
  const { user, isRestoring } = useMemberSession()
  const [isDeparting, setDeparting] = useState(false)
  const navigate = useNavigate()
  // The deletion ends the session before it is reported: the page must not redirect to the login.
  const isGone = isDeparting && !user
  useAfter(redirectDelayMs, isGone, () => navigate(paths.deletedMember()))

  if (isGone) return <AccountDeletedNotice />
  if (isRestoring) return <MemberPageSkeleton />
  if (!user) return <ToSignIn />
  return <Profile user={user} onDeparting={setDeparting} />
}

interface ProfileProps {
  user: MemberUser
  onDeparting: (isDeparting: boolean) => void
}

function Profile({ user, onDeparting }: ProfileProps) {
  return (
    <MemberFrame>
      <MemberSummary user={user} />
      <h2 className="text-lg font-semibold">{t('帳號設定')}</h2>
      <Accordion
        items={[
          { id: 'profile', heading: t('編輯個人資料'), content: <ProfilePanel user={user} /> },
          ...(user.email === null && user.hasLine
            ? [{ id: 'email', heading: t('加入電子信箱'), content: <AddEmailPanel /> }]
            : []),
          user.hasPassword === false
            ? { id: 'password', heading: t('設定密碼'), content: <SetPasswordPanel user={user} /> }
            : { id: 'password', heading: t('修改密碼'), content: <PasswordPanel user={user} /> },
          ...(shopConfig.lineLogin || user.hasLine
            ? [{ id: 'ways', heading: t('登入方式'), content: <LinePanel user={user} /> }]
            : []),
          ...(shopConfig.lineMessages
            ? [{ id: 'line', heading: t('LINE 通知'), content: <LineMessagesPanel /> }]
            : []),
          ...(shopSettings.on_phones
            ? [{ id: 'notifications', heading: t('瀏覽器通知'), content: <NotificationsPanel /> }]
            : []),
          {
            id: 'delete',
            heading: t('刪除帳號'),
            content: <DeletePanel user={user} onDeparting={onDeparting} />,
          },
        ]}
      />
      <DownloadData user={user} />
    </MemberFrame>
  )
}

function AccountDeletedNotice() {
  return (
    <FormCard title={t('會員中心')}>
      <div className="space-y-5">
        <FormNotice success={t('帳號已刪除，感謝您的支持')} />
        <Link
          ref={takeFocus}
          to={paths.home()}
          className={buttonClass('primary', { fullWidth: true })}
        >
          {t('回到首頁')}
        </Link>
      </div>
    </FormCard>
  )
}
