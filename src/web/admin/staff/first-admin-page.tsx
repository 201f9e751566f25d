import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { adminSessionApi, minAdminPasswordLength } from '#contract/admin.ts'
import { settingsApi } from '#contract/settings.ts'
import { setAdminToken } from '../../api/admin-session.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/queries.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { useForgetSession } from '../use-session-end.ts'

const rule = `至少 ${minAdminPasswordLength} 個字元`

/** The link that the first start prints leads here; its code stays in the fragment. */
export function FirstAdminPage() {
  usePageTitle('建立店主帳號')
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  return (
    <FormCard title="建立店主帳號">
      <FirstAdminForm key={code} code={code} />
    </FormCard>
  )
}

function FirstAdminForm({ code }: { code: string }) {
  const navigate = useNavigate()
  const forgetSession = useForgetSession()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const create = useApiMutation(adminSessionApi.createFirst, {
    toast: 'none',
    onSuccess: async ({ token, expired }) => {
      forgetSession()
      setAdminToken(token, expired)
      // An empty shop is closed from now on.
      const read = await call(settingsApi.read, {}).catch(() => undefined)
      if (read) setLook({ shop: { ...shopSettings, ...read.settings.shop }, brand })
      void navigate(paths.adminOpening(), { replace: true })
    },
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        ({ username, password }) =>
          !create.isPending && create.mutate({ data: { code, username, password } }),
      )}
      className="space-y-5"
    >
      <p className="text-sm text-ink-muted">
        這間商店還沒有管理者。設定您的帳號與密碼，接著就可以開始準備開店。
      </p>
      <TextField
        label="帳號"
        type="email"
        autoComplete="username"
        help="您的電子信箱"
        maxLength={320}
        error={errors.username?.message}
        {...register('username', {
          validate: (username) => /^[^\s@]+@[^\s@]+$/.test(username.trim()) || 'Email 格式不正確',
        })}
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
      <FormNotice failure={create.error?.message} />
      <Button type="submit" variant="primary" fullWidth isLoading={create.isPending}>
        建立帳號
      </Button>
    </form>
  )
}
