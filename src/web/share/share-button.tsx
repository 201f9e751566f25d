import { Share2 } from 'lucide-react'
import type { ShownCampaign } from '#contract/campaign-head.ts'
import { t } from '#contract/translate.ts'
import { ownAddress } from '../api/shop-config.ts'
import { isInLine } from '../shared/liff-client.ts'
import { Button, type ButtonVariant, roundButtonClass } from '../ui/button.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { useLazyDialog } from '../ui/use-lazy-dialog.ts'
import { type Shared, shareUrl } from './share-link.ts'

const loadDialog = createChunkLoader(() => import('./share-dialog.tsx'))
const loadLine = createChunkLoader(() => import('../liff/share-in-line.ts'))

/** LINE's picker inside LINE, the share sheet of the device where it has one, elsewhere a dialog of a chunk of its own. */
export function ShareButton(props: {
  shared: Shared
  /** `round` stands over a picture. */
  look: Exclude<ButtonVariant, 'quiet' | 'danger'> | 'round'
  /** Inside LINE it is sent as a card. */
  shown?: ShownCampaign
}) {
  const { shared, look, shown } = props
  const { Dialog, isOpen, open, close } = useLazyDialog(
    async () => (await loadDialog()).ShareDialog,
    t('暫時無法分享，請再試一次'),
  )

  async function share() {
    if (shown && isInLine()) {
      const line = await loadLine().catch(() => undefined)
      if (await line?.shareInLine(shown, shared.path)) return
    }
    if (typeof navigator.share === 'function') {
      const { path, title, text } = shared
      // Closing the sheet is no failure.
      await navigator
        .share({ title, text, url: shareUrl(ownAddress(), path, 'sheet') })
        .catch(() => undefined)
      return
    }
    await open()
  }
  return (
    <>
      {look === 'round' ? (
        <button type="button" onClick={share} className={roundButtonClass}>
          <Share2 aria-hidden="true" />
          <span className="sr-only">{t('分享')}</span>
        </button>
      ) : (
        <Button variant={look} icon={<Share2 />} onClick={share}>
          {t('分享')}
        </Button>
      )}
      {Dialog && <Dialog shared={shared} own={ownAddress()} isOpen={isOpen} onClose={close} />}
    </>
  )
}
