import { Share2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { ownAddress } from '../api/shop-config.ts'
import { Button, type ButtonVariant, roundButtonClass } from '../ui/button.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { showToast } from '../ui/toast-store.ts'
import type { ShareDialogProps } from './share-dialog.tsx'
import { type Shared, shareUrl } from './share-link.ts'

const loadDialog = createChunkLoader(() => import('./share-dialog.tsx'))

/** The share sheet of the device where it has one, elsewhere a dialog of a chunk of its own. */
export function ShareButton(props: {
  shared: Shared
  /** `round` stands over a picture. */
  look: Exclude<ButtonVariant, 'quiet' | 'danger'> | 'round'
}) {
  const { shared, look } = props
  const [Dialog, setDialog] = useState<ComponentType<ShareDialogProps>>()
  const [isOpen, setOpen] = useState(false)

  async function share() {
    if (typeof navigator.share === 'function') {
      const { path, title, text } = shared
      // Closing the sheet is no failure.
      await navigator
        .share({ title, text, url: shareUrl(ownAddress(), path, 'sheet') })
        .catch(() => undefined)
      return
    }
    try {
      const { ShareDialog } = await loadDialog()
      setDialog(() => ShareDialog)
      setOpen(true)
    } catch {
      showToast({ tone: 'failure', text: '暫時無法分享，請再試一次' })
    }
  }
  return (
    <>
      {look === 'round' ? (
        <button type="button" onClick={share} className={roundButtonClass}>
          <Share2 aria-hidden="true" />
          <span className="sr-only">分享</span>
        </button>
      ) : (
        <Button variant={look} icon={<Share2 />} onClick={share}>
          分享
        </Button>
      )}
      {Dialog && (
        <Dialog shared={shared} own={ownAddress()} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
