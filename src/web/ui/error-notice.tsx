import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'
import { Button } from './button.tsx'

interface ErrorNoticeProps {
  message: string
  onRetry: () => unknown
  drawing?: ReactNode
  icon?: ReactNode
}

/** An error with 重試. The drawing comes with the pages: the first script has none. */
export function ErrorNotice({ message, onRetry, drawing, icon }: ErrorNoticeProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-6 px-4 py-16 text-center">
      {drawing}
      <p className="text-lg text-ink-muted">{message}</p>
      <Button variant="secondary" icon={icon} onClick={() => onRetry()}>
        {t('重試')}
      </Button>
    </div>
  )
}
