import { Button } from './button.tsx'
import { FormCard } from './form-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { usePageTitle } from './page-head.ts'

interface Props {
  /** Also of the button. */
  title: string
  text: string
  isPending: boolean
  failure: string | undefined
  /** Once it is there, nothing is left to press. */
  success: string | undefined
  onPress: () => void
}

/** The page of a link in a mail. The press is needed: mail programs open links by themselves. */
export function MailLinkCard({ title, text, isPending, failure, success, onPress }: Props) {
  usePageTitle(title)
  return (
    <FormCard title={title}>
      <div className="space-y-5">
        {success === undefined && (
          <>
            <p className="text-pretty text-ink-muted">{text}</p>
            <Button variant="primary" fullWidth isLoading={isPending} onClick={onPress}>
              {title}
            </Button>
          </>
        )}
        <FormNotice failure={failure} success={success} />
      </div>
    </FormCard>
  )
}
