import { Share2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'

/** The device's own sheet, or the address on the clipboard. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button
      variant="secondary"
      icon={<Share2 aria-hidden="true" />}
      onClick={() => void share(title)}
    >
      分享
    </Button>
  )
}

async function share(title: string): Promise<void> {
  const url = new URL(location.href)
  // LINE opens the shopper's own browser, where the sign-in is.
  url.searchParams.set('openExternalBrowser', '1')
  if (navigator.share) {
    // Closing the sheet is no failure.
    await navigator.share({ title, url: url.href }).catch(() => undefined)
    return
  }
  const isCopied = await navigator.clipboard?.writeText(url.href).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { tone: 'success', text: '已複製連結' }
      : { tone: 'failure', text: '無法複製，請手動選取' },
  )
}
