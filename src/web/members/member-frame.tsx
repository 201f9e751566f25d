import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'

interface MemberFrameProps {
  children: ReactNode
  isLoading?: boolean
}

/** The frame of the member's page. */
export function MemberFrame({ children, isLoading }: MemberFrameProps) {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:py-16" aria-busy={isLoading}>
      <h1 className="text-center font-serif text-title font-semibold">{t('會員中心')}</h1>
      <div className="mt-6 space-y-6">{children}</div>
    </div>
  )
}
