import { useSearchParams } from 'react-router'
import { stockApi } from '#contract/stock.ts'
import { useApiMutation } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'

const title = '取消通知'

/** The link of a mail leads here. The press is needed: mail programs open links by themselves. */
export function CancelRestockPage() {
  usePageTitle(title)
  const [query] = useSearchParams()
  const cancel = useApiMutation(stockApi.cancelRestock, { toast: 'none' })
  return (
    <FormCard title={title}>
      <div className="space-y-5">
        {!cancel.isSuccess && (
          <>
            <p className="text-pretty text-ink-muted">取消後，商品到貨時不會再寄信通知您。</p>
            <Button
              variant="primary"
              fullWidth
              isLoading={cancel.isPending}
              onClick={() => cancel.mutate({ data: { token: query.get('token') || '-' } })}
            >
              取消通知
            </Button>
          </>
        )}
        <FormNotice failure={cancel.error?.message} success={cancel.data?.message} />
      </div>
    </FormCard>
  )
}
