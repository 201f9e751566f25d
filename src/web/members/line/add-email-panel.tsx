import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import { emailError } from '../../shared/credential-rules.ts'
import { EmailField } from '../../shared/email-field.tsx'
import { Button } from '../../ui/button.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { identityMessage } from '../identity-errors.ts'
import { loadIdentity } from '../session.ts'
import { LineProof } from './line-proof.tsx'

/** Of a member without an address: a link that is mailed there makes it the member's. */
export function AddEmailPanel() {
  const { register, handleSubmit, formState, getValues } = useForm({ defaultValues: { email: '' } })
  const request = useMutation({
    mutationFn: async ({ email }: { email: string }) =>
      (await loadIdentity()).requestEmail(email.trim()),
  })
  return (
    <LineProof action={t('加入電子信箱')}>
      <form
        noValidate
        onSubmit={handleSubmit((typed) => !request.isPending && request.mutate(typed))}
        className="space-y-5"
      >
        <p className="text-sm text-ink-muted">
          {t('加入後可以收到帳號的通知、設定密碼，並看到以這個信箱訂購的訂單。')}
        </p>
        <EmailField
          error={formState.errors.email?.message}
          {...register('email', { validate: emailError })}
        />
        <FormNotice
          failure={request.isError && identityMessage(request.error)}
          success={
            request.isSuccess &&
            t('確認信已寄至 {email}，請點選信中的連結；沒有收到時，請確認這個信箱沒有其他帳號', {
              email: getValues('email').trim(),
            })
          }
        />
        <Button type="submit" variant="primary" isLoading={request.isPending}>
          {t('寄送確認信')}
        </Button>
      </form>
    </LineProof>
  )
}
