import { showToast } from '../ui/toast-store.ts'

/** Puts a text on the clipboard, and tells whether it is there. */
export function copyText(text: string, done: string): void {
  const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  copying.then(
    () => showToast({ message: done, success: true }),
    () => showToast({ message: '無法複製，請手動選取', success: false }),
  )
}
