import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { mailboxApi } from '#contract/mailbox.ts'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { useApiMutation } from '../api/queries.ts'
import { shopConfig } from '../api/shop-config.ts'
import { ofOrders } from '../shared/order-endpoints.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { identityMessage } from './identity-errors.ts'
import { isVerificationMailFresh } from './sent-mail.ts'
import { loadIdentity } from './session.ts'

/** A provider of others sends links alone. */
const hasPin = shopConfig.identity.provider === 'own'

interface ProveMailboxProps {
  user: MemberUser
  /** Where the link of the mail leads back to. */
  next: string
  /** A mail is sent without a press, unless the last one is good. */
  sendsAtOnce?: boolean
  onProved?: () => void
}

/** The six digits of the verification mail, typed where the member is; the link of it does as well. */
export function ProveMailbox({ user, next, sendsAtOnce, onProved }: ProveMailboxProps) {
  const [pin, setPin] = useState('')
  const mail = useVerificationMail(next)
  const [isDue] = useState(() => sendsAtOnce === true && !isVerificationMailFresh())
  const sendAtOnce = useEffectEvent(() => mail.isIdle && mail.mutate())
  useEffect(() => {
    if (isDue) sendAtOnce()
  }, [isDue])
  const isSent = isVerificationMailFresh() || (isDue && !mail.isError)
  const proof = useApiMutation(mailboxApi.prove, {
    hasNotice: true,
    toast: 'failure',
    refresh: ofOrders,
    onSuccess: async () => {
      await (await loadIdentity()).readProof()
      showToast({ tone: 'success', text: t('電子信箱驗證完成') })
      onProved?.()
    },
  })
  const isComplete = /^[0-9]{6}$/.test(pin)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete && !proof.isPending) proof.mutate({ data: { pin } })
  }

  if (!isSent || !hasPin) {
    return (
      <div className="space-y-3">
        <FormNotice
          failure={mail.isError && identityMessage(mail.error)}
          success={isSent && t('已寄到 {email}，請點選信中的連結', { email: user.email })}
        />
        <Button
          variant="primary"
          fullWidth
          isLoading={mail.isPending}
          onClick={() => mail.mutate()}
        >
          {isSent ? t('重新寄送') : t('寄送驗證信')}
        </Button>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <TextField
        label={t('六位數驗證碼')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        help={
          <span className="[overflow-wrap:anywhere]">
            {t('已寄到 {email}，30 分鐘內有效', { email: user.email })}
          </span>
        }
        value={pin}
        onChange={({ target }) => setPin(digitsOf(target.value))}
      />
      <FormNotice
        failure={proof.error?.message ?? (mail.isError && identityMessage(mail.error))}
        success={
          mail.isSuccess && !proof.isError && t('已寄出新的驗證碼，請輸入最新一封信中的數字')
        }
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        disabled={!isComplete}
        isLoading={proof.isPending}
      >
        {t('完成驗證')}
      </Button>
      <Button
        variant="quiet"
        fullWidth
        isLoading={mail.isPending}
        onClick={() => {
          proof.reset()
          setPin('')
          mail.mutate()
        }}
      >
        {t('重新寄送')}
      </Button>
    </form>
  )
}

function useVerificationMail(next: string) {
  return useMutation({
    mutationFn: async () => (await loadIdentity()).requestVerificationMail(next),
  })
}

function digitsOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, 6)
}
