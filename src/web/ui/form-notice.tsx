import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** The outcome of a form as a whole; read out when it appears. */
export function FormNotice({ failure, success }: { failure?: ReactNode; success?: ReactNode }) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-sm text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="text-pretty">{failure}</span>
          </p>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {success && (
          <div className="flex items-start gap-2 rounded-lg bg-sage-soft px-3 py-2.5 text-sm">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-sage" />
            <div className="min-w-0 text-pretty">{success}</div>
          </div>
        )}
      </div>
    </>
  )
}
