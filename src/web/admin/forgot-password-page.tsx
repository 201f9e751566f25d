import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { adminPasswordApi } from '#contract/admin.ts'
import { useApiMutation } from '../api/queries.ts'
import { shopConfig } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { emailError } from '../shared/credential-rules.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { TextField } from '../ui/text-field.tsx'
import { type AccountState, whomToAsk } from './forgotten-password.ts'
import { rememberedAccount } from './remembered-account.ts'

const title = '忘記後台密碼'

export function AdminForgotPasswordPage() {
  usePageTitle(title)
  return (
    <FormCard title={title}>
      {shopConfig.canMail ? (
        <RequestForm />
      ) : (
        <div className="space-y-5">
          <Paragraph>{whomToAsk}</Paragraph>
          <BackToLogin />
        </div>
      )}
    </FormCard>
  )
}

function RequestForm() {
  const { state } = useLocation() as { state: AccountState | null }
  const { register, handleSubmit, formState } = useForm<AccountState>({
    defaultValues: { username: state?.username || rememberedAccount() },
  })
  const request = useApiMutation(adminPasswordApi.requestReset, { toast: 'none' })
  if (request.isSuccess) {
    return (
      <div className="space-y-5">
        <FormNotice success={request.data.message} />
        <Paragraph>沒有收到信？請查看垃圾信件匣。仍未收到時，{whomToAsk}</Paragraph>
        <Link
          ref={takeFocus}
          to={paths.adminLogin()}
          className={buttonClass('primary', { fullWidth: true })}
        >
          返回登入
        </Link>
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        ({ username }) =>
          !request.isPending && request.mutate({ data: { username: username.trim() } }),
      )}
      className="space-y-5"
    >
      <Paragraph>輸入後台帳號，我們會寄出重設密碼的連結。</Paragraph>
      <TextField
        label="帳號"
        type="email"
        autoComplete="username"
        maxLength={320}
        error={formState.errors.username?.message}
        {...register('username', { validate: emailError })}
      />
      <FormNotice failure={request.error?.message} />
      <Button type="submit" variant="primary" fullWidth isLoading={request.isPending}>
        寄送重設密碼信
      </Button>
      <Paragraph>無法使用帳號的信箱時，{whomToAsk}</Paragraph>
      <BackToLogin />
    </form>
  )
}

function BackToLogin() {
  return (
    <p className="text-center">
      <Link to={paths.adminLogin()} className={buttonClass('quiet')}>
        返回登入
      </Link>
    </p>
  )
}

function Paragraph({ children }: { children: ReactNode }) {
  return <p className="text-sm text-pretty text-ink-muted">{children}</p>
}
