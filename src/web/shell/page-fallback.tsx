import { t } from '#contract/translate.ts'
import { Spinner } from '../ui/spinner.tsx'

/** While the code of the first page is loading; as high as the window, so that nothing jumps. */
export function PageFallback() {
  return (
    <div
      role="status"
      aria-label={t('載入中')}
      className="grid min-h-dvh animate-late place-items-center text-accent"
    >
      <Spinner className="size-8" />
    </div>
  )
}
