import { useSearchParams } from 'react-router'
import { newsletterApi } from '#contract/newsletter.ts'
import { t } from '#contract/translate.ts'
import { useApiMutation } from '../api/queries.ts'
import { MailLinkCard } from '../ui/mail-link-card.tsx'

export function ConfirmNewsletterPage() {
  const token = useToken()
  const confirm = useApiMutation(newsletterApi.confirm, { toast: 'none' })
  return (
    <MailLinkCard
      title={t('確認訂閱')}
      text={t('按下確認後，新消息會寄到您的信箱。隨時可以從信中取消訂閱。')}
      isPending={confirm.isPending}
      failure={confirm.error?.message}
      success={confirm.data?.message}
      onPress={() => confirm.mutate({ data: { token } })}
    />
  )
}

export function CancelNewsletterPage() {
  const token = useToken()
  const cancel = useApiMutation(newsletterApi.unsubscribe, { toast: 'none' })
  return (
    <MailLinkCard
      title={t('取消訂閱')}
      text={t('取消後，我們會刪除您的信箱，不再寄送電子報。')}
      isPending={cancel.isPending}
      failure={cancel.error?.message}
      success={cancel.data?.message}
      onPress={() => cancel.mutate({ query: { token } })}
    />
  )
}

/** A link without its token is one that is over. */
function useToken(): string {
  const [query] = useSearchParams()
  return query.get('token') || '-'
}
