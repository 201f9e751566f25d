import { type SubmitEvent, useState } from 'react'
import { stockApi } from '#contract/stock.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { useApiMutation } from '../api/queries.ts'
import { emailError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { useIsDocument } from '../ui/use-is-document.ts'

/** Asks for a mail once a sold-out product or variant is back; a member with an address just presses. */
export function RestockRequest(props: { productId: string; variantId?: string | undefined }) {
  const { productId, variantId } = props
  const { user, isRestoring } = useMemberSession()
  const isDocument = useIsDocument()
  const request = useApiMutation(stockApi.requestRestock, { toast: 'none' })
  const isKnown = Boolean(user?.email)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const invalid = isKnown ? undefined : emailError(email)
    setError(invalid)
    if (invalid) return
    const data = {
      ...(!isKnown && { email: email.trim() }),
      ...(variantId !== undefined && { variant_id: variantId }),
    }
    request.mutate({ params: { id: productId }, data })
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t('貨到通知')} className="mt-6 space-y-4">
      {!request.isSuccess && (
        <>
          {!isKnown && (isDocument || !isRestoring) && (
            <EmailField
              value={email}
              error={error}
              onChange={({ target }) => {
                setEmail(target.value)
                setError(undefined)
              }}
            />
          )}
          <Button type="submit" isLoading={request.isPending} aria-disabled={isRestoring}>
            {t('貨到通知我')}
          </Button>
        </>
      )}
      <FormNotice failure={request.error?.message} success={request.data?.message} />
    </form>
  )
}
