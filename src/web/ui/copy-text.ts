import { t } from '#contract/translate.ts'
import { showToast } from './toast-store.ts'

/** Copies it to the clipboard and says so; where the page may not, it can be selected by hand. */
export async function copyText(text: string, done = t('已複製')): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { tone: 'success', text: done }
      : { tone: 'failure', text: t('無法複製，請手動選取') },
  )
}
