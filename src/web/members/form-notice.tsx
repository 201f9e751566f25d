import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What became of the form as a whole. Its place is there before its words, so that they are read out. */
export function FormNotice({ failure, success }: { failure?: ReactNode; success?: ReactNode }) {
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
          <div className="flex items-start gap-2 rounded-lg bg-accent-soft px-3 py-2.5 text-sm">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-sage" />
            <div>{success}</div>
          </div>
        )}
      </div>
    </>
  )
}
