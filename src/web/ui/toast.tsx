import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#contract/translate.ts'
import { cn } from './cn.ts'
import { groupOfToast } from './group-of-toast.ts'
import { useLinkComponent } from './link-component.tsx'
import { ToastProvider } from './toast-provider.tsx'
import { closeToast, type Toast, type ToastAction } from './toast-store.ts'

/** The toasts of the storefront. */
export function ToastRegion() {
  return (
    <ToastProvider>
      <Viewport />
    </ToastProvider>
  )
}

/**
 * The live regions exist before their texts, so that screen readers announce these. They are in the
 * body: within the root, which is a stacking context, they would lie under every open dialog.
 */
function Viewport() {
  const { toasts } = Base.useToastManager<Toast>()
  const box = useRef<HTMLDivElement>(null)
  const placement = useFreePlacement(toasts[0]?.id, box)
  const listOf = (tone: Toast['tone']) =>
    toasts.flatMap((entry) =>
      entry.data?.tone === tone
        ? [
            <Base.Root
              key={entry.id}
              toast={entry}
              {...groupOfToast}
              className="pointer-events-auto mt-2 animate-rise data-limited:hidden"
            >
              <ToastCard toast={entry.data} />
            </Base.Root>,
          ]
        : [],
    )
  return createPortal(
    <Base.Viewport
      aria-label={t('通知')}
      aria-live="off"
      ref={box}
      data-placement={placement}
      className="pointer-events-none fixed inset-x-4 z-40 outline-none data-[placement=bottom]:bottom-[calc(1rem+var(--bottom-bar)+env(safe-area-inset-bottom))] data-[placement=top]:top-18 sm:mx-auto sm:max-w-md md:right-6 md:left-auto md:mx-0 md:w-sm print:hidden"
    >
      <div role="status">{listOf('success')}</div>
      <div role="alert">{listOf('failure')}</div>
    </Base.Viewport>,
    document.body,
  )
}

function ToastCard({ toast: { id, tone, text, action } }: { toast: Toast }) {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert
  return (
    <Base.Content
      data-tone={tone === 'success' ? 'secondary' : 'danger'}
      className="flex items-start gap-3 rounded-card border py-1 pr-1 pl-4 shadow-float data-[tone=danger]:border-danger data-[tone=danger]:bg-danger data-[tone=danger]:text-on-accent data-[tone=secondary]:border-line data-[tone=secondary]:bg-surface"
    >
      <Icon
        aria-hidden="true"
        className={cn('mt-3 size-5 shrink-0', tone === 'success' && 'text-sage')}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1">
        <Base.Title render={<p />} className="min-w-0 flex-1 basis-28 py-2">
          {text}
        </Base.Title>
        {action && <ActionControl action={action} onDone={() => closeToast(id)} />}
      </div>
      {/* Base UI's own button is hidden from screen readers until the stack is expanded. */}
      <button
        type="button"
        aria-label={t('關閉通知')}
        onClick={() => closeToast(id)}
        className="grid size-11 shrink-0 place-items-center rounded-lg focus-visible:outline-current"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </Base.Content>
  )
}

const actionClass =
  '-mx-2 inline-flex min-h-11 items-center rounded-lg px-2 font-medium underline underline-offset-4 focus-visible:outline-current'

function ActionControl({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  const Link = useLinkComponent()
  if ('to' in action) {
    return (
      <Link to={action.to} onClick={onDone} className={actionClass}>
        {action.label}
      </Link>
    )
  }
  const press = () => {
    action.onPress()
    onDone()
  }
  return (
    <button type="button" onClick={press} className={actionClass}>
      {action.label}
    </button>
  )
}

type Placement = 'top' | 'bottom'

/** A bar of amount and action lies where the toast would be, rather than below it. */
function isOnBar(height: number): boolean {
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect()
  return bar !== undefined && bar.bottom > innerHeight - height && bar.top < innerHeight - 96
}

/** Bottom on a phone, top on a desktop; the other end where it would cover what was just pressed, or a sheet. */
function useFreePlacement(
  newest: string | undefined,
  box: RefObject<HTMLElement | null>,
): Placement {
  const [placement, setPlacement] = useState<Placement>('bottom')
  useLayoutEffect(() => {
    if (!newest) return
    const place = () => {
      const usual: Placement = matchMedia('(min-width: 48rem)').matches ? 'top' : 'bottom'
      const height = (box.current?.offsetHeight ?? 0) + 96
      const dialogs = document.querySelectorAll('[role=dialog]:has(>header)')
      const pressed = dialogs[dialogs.length - 1] ?? document.activeElement
      const rect =
        pressed && pressed !== document.body ? pressed.getBoundingClientRect() : undefined
      const isAtTop = rect !== undefined && rect.top < height
      const isAtBottom =
        (rect !== undefined && rect.bottom > innerHeight - height) || isOnBar(height)
      const isCovered = usual === 'top' ? isAtTop : isAtBottom
      setPlacement(isCovered ? (usual === 'top' ? 'bottom' : 'top') : usual)
    }
    place()
    // A sheet may open under a toast.
    const opened = new MutationObserver(() => requestAnimationFrame(place))
    opened.observe(document.body, { childList: true })
    return () => opened.disconnect()
  }, [newest, box])
  return placement
}
