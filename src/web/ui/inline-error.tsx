import { t } from '#contract/translate.ts'
/** Beside the button of an action that failed without a toast; it is read out when it appears. */
export function InlineError({ isShown = true }: { isShown?: boolean }) {
  return (
    <p role="status" className="text-sm text-danger empty:hidden">
      {isShown && t('未完成，請再試一次')}
    </p>
  )
}
