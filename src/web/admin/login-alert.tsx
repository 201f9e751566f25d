import { CircleAlert, CircleCheck } from 'lucide-react'

interface LoginAlertProps {
  failure: string | undefined
  success: string | undefined
}

/** The message of the server. The live region exists before its text, so that it is read out. */
export function LoginAlert({ failure, success }: LoginAlertProps) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="flex items-start gap-2 rounded-lg bg-danger/8 px-3 py-2.5 text-sm text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{failure}</span>
          </p>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {success && (
          <p className="flex items-start gap-2 rounded-lg bg-accent-soft px-3 py-2.5 text-sm">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-sage" />
            <span>{success}</span>
          </p>
        )}
      </div>
    </>
  )
}
