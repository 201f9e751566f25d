import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { newsletterApi, newsletterConsent } from '#contract/newsletter.ts'
import { t } from '#contract/translate.ts'
import { useApiMutation } from '../api/queries.ts'
import { shopConfig } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { emailError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Button } from '../ui/button.tsx'

const confirmationMs = 3000

/**
 * Asks for an address and thanks for it; the mail that follows asks again. A shop that sends no mail
 * keeps no address.
 */
export function NewsletterForm({ text }: { text: string }) {
  const titleId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  // A count, so that a second subscription restarts the timer.
  const [thanks, setThanks] = useState(0)
  const request = useApiMutation(newsletterApi.subscribe, { toast: 'none' })

  useEffect(() => {
    if (thanks === 0) return
    const timer = setTimeout(() => setThanks(0), confirmationMs)
    return () => clearTimeout(timer)
  }, [thanks])

  function subscribe(event: React.FormEvent) {
    event.preventDefault()
    const invalid = emailError(email)
    setError(invalid)
    if (invalid) {
      setThanks(0)
      field.current?.focus()
      return
    }
    if (!shopConfig.canMail) return thank()
    request.mutate(
      { data: { email: email.trim() } },
      { onSuccess: thank, onError: ({ message }) => setError(message) },
    )
  }

  function thank() {
    setEmail('')
    setThanks((count) => count + 1)
  }

  return (
    <form noValidate onSubmit={subscribe} aria-labelledby={titleId}>
      <h2 id={titleId} className="font-serif text-2xl font-semibold">
        {t('訂閱電子報')}
      </h2>
      <p className="mt-2 mb-6 text-ink-muted">{text}</p>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 flex-1">
          <EmailField
            ref={field}
            value={email}
            error={error}
            onChange={({ target }) => {
              setEmail(target.value)
              setError(undefined)
            }}
          />
        </div>
        <div className="sm:pt-7">
          <Button type="submit" variant="primary" isLoading={request.isPending}>
            {t('訂閱')}
          </Button>
        </div>
      </div>
      <div role="status" className="mt-2 font-medium text-sage">
        <p className="min-h-7">{thanks > 0 && t('訂閱成功')}</p>
        {request.isSuccess && (
          <p className="text-pretty">{t('請到信箱打開確認信，點選連結後才算完成。')}</p>
        )}
      </div>
      {shopConfig.canMail && (
        <p className="mt-2 text-sm text-ink-muted">
          {t(newsletterConsent)}
          <Link to={paths.privacy()} className="inline-block underline hover:text-accent-strong">
            {t('隱私權政策')}
          </Link>
        </p>
      )}
    </form>
  )
}
