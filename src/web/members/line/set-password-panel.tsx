import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../../api/member-session.ts'
import { passwordError } from '../../shared/credential-rules.ts'
import { Button } from '../../ui/button.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { identityMessage } from '../identity-errors.ts'
import { loadIdentity } from '../session.ts'
import { LineProof } from './line-proof.tsx'

/** The first password of a member who has signed in by LINE. */
export function SetPasswordPanel({ user }: { user: MemberUser }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const save = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await (await loadIdentity()).setPassword(password)
      showToast({ tone: 'success', text: t('密碼已設定') })
    },
  })
  if (user.email === null) {
    return <p className="text-sm text-ink-muted">{t('加入電子信箱後，就可以設定密碼。')}</p>
  }
  return (
    <LineProof action={t('設定密碼')}>
      <form noValidate onSubmit={handleSubmit((typed) => save.mutate(typed))} className="space-y-5">
        {/* Password managers take the account from here. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={t('新密碼')}
          autoComplete="new-password"
          help={t('六碼以上，至少各一個小寫英文字母和數字')}
          error={formState.errors.password?.message}
          {...register('password', { validate: passwordError })}
        />
        <FormNotice failure={save.isError && identityMessage(save.error)} />
        <Button type="submit" variant="primary" isLoading={save.isPending}>
          {t('設定密碼')}
        </Button>
      </form>
    </LineProof>
  )
}
