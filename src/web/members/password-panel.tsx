import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { passwordError } from '../shared/credential-rules.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { InlineError } from '../ui/inline-error.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { loadIdentity } from './session.ts'

interface PasswordFields {
  old: string
  next: string
}

const empty: PasswordFields = { old: '', next: '' }

export function PasswordPanel({ user }: { user: MemberUser }) {
  const { register, handleSubmit, formState, reset, watch } = useForm<PasswordFields>({
    defaultValues: empty,
  })
  const change = useMutation({
    mutationFn: async ({ old, next }: PasswordFields) =>
      (await loadIdentity()).changePassword(old, next),
    onSuccess: () => reset(empty),
  })
  const typed = watch()
  const isEmpty = typed.old === '' || typed.next === ''
  return (
    <form
      noValidate
      onSubmit={handleSubmit((fields) => change.mutate(fields))}
      className="space-y-5"
    >
      {/* Password managers take the account from here. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <PasswordField label={t('舊密碼')} autoComplete="current-password" {...register('old')} />
      <PasswordField
        label={t('新密碼')}
        autoComplete="new-password"
        help={t('六碼以上，至少各一個小寫英文字母和數字')}
        error={formState.errors.next?.message}
        {...register('next', { validate: passwordError })}
      />
      <FormNotice success={change.isSuccess && isEmpty && t('密碼已更新')} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isLoading={change.isPending} disabled={isEmpty}>
          {t('更新密碼')}
        </Button>
        <InlineError isShown={change.isError} />
      </div>
    </form>
  )
}
