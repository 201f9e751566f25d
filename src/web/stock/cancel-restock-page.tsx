import { useSearchParams } from 'react-router'
import { stockApi } from '#contract/stock.ts'
import { t } from '#contract/translate.ts'
import { useApiMutation } from '../api/queries.ts'
import { MailLinkCard } from '../ui/mail-link-card.tsx'

export function CancelRestockPage() {
  const [query] = useSearchParams()
  const cancel = useApiMutation(stockApi.cancelRestock, { toast: 'none' })
  return (
    <MailLinkCard
      title={t('取消通知')}
      text={t('取消後，商品到貨時不會再寄信通知您。')}
      isPending={cancel.isPending}
      failure={cancel.error?.message}
      success={cancel.data?.message}
      onPress={() => cancel.mutate({ data: { token: query.get('token') || '-' } })}
    />
  )
}
