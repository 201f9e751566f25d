import { Link as LinkIcon, MessageCircle, QrCode, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#contract/translate.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast-store.ts'
import { QrPicture } from './qr-picture.tsx'
import { facebookUrl, lineUrl, type Shared, shareUrl } from './share-link.ts'

export interface ShareDialogProps {
  shared: Shared
  /** The shop's own address. */
  own: string
  isOpen: boolean
  onClose: () => void
}

/** The ways to send a link; nothing of LINE or Facebook loads before one of them is pressed. */
export function ShareDialog({ shared, own, isOpen, onClose }: ShareDialogProps) {
  const { path, text, title } = shared
  const [shown, setShown] = useState<'nothing' | 'address' | 'qr'>('nothing')
  const copied = shareUrl(own, path, 'copy')

  async function copy() {
    try {
      await navigator.clipboard.writeText(copied)
      showToast({ tone: 'success', text: t('已複製連結') })
    } catch {
      setShown('address')
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('分享')}>
      <p className="mb-4 [overflow-wrap:anywhere] text-ink-muted">{text}</p>
      <div className="grid grid-cols-2 gap-3">
        <OutsideLink href={lineUrl(shareUrl(own, path, 'line'), text)} icon={<MessageCircle />}>
          LINE
        </OutsideLink>
        <OutsideLink href={facebookUrl(shareUrl(own, path, 'facebook'))} icon={<Users />}>
          Facebook
        </OutsideLink>
        <Button fullWidth icon={<LinkIcon />} onClick={copy}>
          {t('複製連結')}
        </Button>
        <Button
          fullWidth
          icon={<QrCode />}
          aria-expanded={shown === 'qr'}
          onClick={() => setShown(shown === 'qr' ? 'nothing' : 'qr')}
        >
          QR Code
        </Button>
      </div>
      {shown === 'address' && <SelectedAddress address={copied} />}
      {shown === 'qr' && <QrPicture address={shareUrl(own, path, 'qr')} name={title} />}
    </Dialog>
  )
}

function OutsideLink(props: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a
      href={props.href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('secondary', { fullWidth: true })}
    >
      <span aria-hidden="true" className="grid size-5 shrink-0 place-items-center *:size-5">
        {props.icon}
      </span>
      {props.children}
    </a>
  )
}

/** Where the clipboard is refused, the address is there to be copied by hand. */
function SelectedAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <input
      ref={field}
      readOnly
      aria-label={t('連結')}
      value={address}
      className="mt-4 block h-11 w-full rounded-lg border border-line-strong bg-sand px-3 text-base"
    />
  )
}
