import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { invitationApi } from '#contract/staff.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import { PasswordField, TextField } from '../../ui/text-field.tsx'

const rule = `至少 ${minAdminPasswordLength} 個字元`

/** Where the link of an invitation leads; its code stays in the fragment of the address. */
export function StaffInvitationPage() {
  usePageTitle('加入後台')
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  return (
    <FormCard title="加入後台">
      <InvitationForm key={code} code={code} />
    </FormCard>
  )
}

function InvitationForm({ code }: { code: string }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', password: '' },
  })
  const { errors } = formState
  const accept = useApiMutation(invitationApi.accept, { toast: 'none' })
  if (accept.isSuccess) {
    return (
      <div className="space-y-5">
        <FormNotice success={`${accept.data.message}，請以受邀的電子信箱登入。`} />
        <Link
          ref={takeFocus}
          to={paths.adminLogin()}
          className={buttonClass('primary', { fullWidth: true })}
        >
          前往登入
        </Link>
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        ({ name, password }) =>
          !accept.isPending && accept.mutate({ data: { code, name: name.trim(), password } }),
      )}
      className="space-y-5"
    >
      <p className="text-sm text-ink-muted">設定您的姓名與密碼，之後就可以登入後台。</p>
      <TextField
        label="姓名"
        autoComplete="name"
        maxLength={30}
        error={errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || '請輸入姓名' })}
      />
      <PasswordField
        label="密碼"
        autoComplete="new-password"
        help={rule}
        maxLength={1024}
        error={errors.password?.message}
        {...register('password', {
          validate: (password) => password.length >= minAdminPasswordLength || `密碼${rule}`,
        })}
      />
      <FormNotice failure={accept.error?.message} />
      <Button type="submit" variant="primary" fullWidth isLoading={accept.isPending}>
        建立帳號
      </Button>
    </form>
  )
}
