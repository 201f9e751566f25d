import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

interface DialogContentProps {
  children: ReactNode
  /** The buttons at the end. */
  actions?: ReactNode
}

export function Dialog({ actions, children, ...props }: DialogProps & DialogContentProps) {
  return (
    <Frame {...props} place="inset-x-4 top-1/2 -translate-y-1/2">
      <DialogContent actions={actions}>{children}</DialogContent>
    </Frame>
  )
}

/** At the bottom of the window on a phone; a child with a `DialogContent` has state of one opening. */
export function Sheet(props: DialogProps) {
  return <Frame {...props} place={sheetPlace} />
}

export function DialogContent({ children, actions }: DialogContentProps) {
  return (
    <>
      <div className="overflow-y-auto p-6">{children}</div>
      {actions && (
        <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">
          {actions}
        </footer>
      )}
    </>
  )
}

function Frame({ isOpen, onClose, title, children, place }: DialogProps & { place: string }) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={`fixed mx-auto flex max-h-[calc(100dvh-2rem)] max-w-lg flex-col rounded-card bg-surface shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 ${place}`}
        >
          <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-6">
            <Base.Title className="font-serif text-xl font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={t('關閉')}
              className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-muted hover:bg-accent-soft hover:text-accent-strong"
            >
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const sheetPlace =
  'inset-x-0 bottom-0 pb-[env(safe-area-inset-bottom)] max-md:rounded-b-none md:inset-x-4 md:top-1/2 md:bottom-auto md:-translate-y-1/2'
