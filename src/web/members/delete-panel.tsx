import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { shopTerms } from '../api/shop-config.ts'
import { Button } from '../ui/button.tsx'
import { InlineError } from '../ui/inline-error.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { LineProof } from './line/lazy-line.tsx'
import { loadIdentity } from './session.ts'

interface DeletePanelProps {
  user: MemberUser
  onDeparting: (isDeparting: boolean) => void
}

export function DeletePanel({ user, onDeparting }: DeletePanelProps) {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { password: '' } })
  const hasPassword = user.hasPassword !== false
  const remove = useMutation({
    mutationFn: async ({ password }: { password: string }) =>
      (await loadIdentity()).deleteAccount(hasPassword ? password : undefined),
    onMutate: () => onDeparting(true),
    onError: () => onDeparting(false),
  })
  const form = (
    <form noValidate onSubmit={handleSubmit((typed) => remove.mutate(typed))} className="space-y-5">
      <p className="text-sm text-ink-muted">
        {t('帳號和購物車會立即刪除，無法復原；已成立的訂單會保留。{part}{part2}{part3}', {
          part: shopTerms?.credit && t('剩餘的購物金與點數會一併失效。'),
          part2: user.hasLine && t('我們也會通知 LINE，解除本店與您 LINE 帳號的連結。'),
          part3: hasPassword && t('請輸入密碼以確認。'),
        })}
      </p>
      {hasPassword && (
        <>
          {/* Password managers take the account from here. */}
          <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
          <PasswordField
            label={t('密碼')}
            autoComplete="current-password"
            {...register('password')}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="danger"
          isLoading={remove.isPending}
          disabled={hasPassword && watch('password') === ''}
        >
          {t('確認刪除')}
        </Button>
        <InlineError isShown={remove.isError} />
      </div>
    </form>
  )
  return hasPassword ? form : <LineProof action={t('刪除帳號')}>{form}</LineProof>
}
