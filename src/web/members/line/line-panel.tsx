import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { lineStartAddress } from '#contract/line-sign-in.ts'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../../api/member-session.ts'
import { Button } from '../../ui/button.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { loginMessage } from '../identity-errors.ts'
import { loadIdentity } from '../session.ts'

/** Ties LINE to the account, or takes it off while a password is left. */
export function LinePanel({ user }: { user: MemberUser }) {
  if (user.hasPassword === false) {
    return (
      <p className="text-sm text-ink-muted">
        {t('您以 LINE 登入。加入電子信箱並設定密碼後，也可以用密碼登入，或解除 LINE 的連結。')}
      </p>
    )
  }
  if (!user.hasLine && !user.emailVerified) {
    return (
      <p className="text-sm text-ink-muted">{t('請先完成電子信箱驗證，就可以連結 LINE 登入。')}</p>
    )
  }
  return <ByPassword user={user} />
}

function ByPassword({ user }: { user: MemberUser }) {
  const { register, handleSubmit, watch, reset } = useForm({ defaultValues: { password: '' } })
  const change = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      const identity = await loadIdentity()
      if (user.hasLine) {
        await identity.unlinkLine(password)
        showToast({ tone: 'success', text: t('已解除 LINE 的連結') })
        return
      }
      await identity.proveIdentity(password)
      location.assign(lineStartAddress({ purpose: 'link' }))
    },
    onSuccess: () => reset(),
  })
  return (
    <form noValidate onSubmit={handleSubmit((typed) => change.mutate(typed))} className="space-y-5">
      <p className="text-sm text-ink-muted">
        {user.hasLine
          ? t(
              '已連結 LINE，可以用 LINE 或密碼登入。解除後，我們會通知 LINE 取消授權，其他裝置會登出。',
            )
          : t('連結後，可以用 LINE 登入同一個帳號。')}
      </p>
      {/* Password managers take the account from here. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <PasswordField label={t('密碼')} autoComplete="current-password" {...register('password')} />
      <FormNotice failure={change.isError && loginMessage(change.error)} />
      <Button
        type="submit"
        variant={user.hasLine ? 'secondary' : 'primary'}
        isLoading={change.isPending}
        disabled={watch('password') === ''}
      >
        {user.hasLine ? t('解除連結') : t('連結 LINE')}
      </Button>
    </form>
  )
}
