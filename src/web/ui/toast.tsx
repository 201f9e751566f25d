import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { hideToast, type ToastState, useToast } from './toast-store.ts'

/** The toast area of a screen. Its live regions stand before their words, so that they are read. */
export function ToastRegion() {
  const toast = useToast()
  useAutoHide(toast)
  const box = useRef<HTMLDivElement>(null)
  const place = useFreePlace(toast, box)
  return (
    <section
      aria-label="通知"
      ref={box}
      data-place={place}
      className="pointer-events-none fixed inset-x-4 z-40 data-[place=bottom]:bottom-[calc(1rem+var(--bottom-bar)+env(safe-area-inset-bottom))] data-[place=top]:top-20 sm:mx-auto sm:max-w-md md:right-6 md:left-auto md:mx-0 md:w-sm"
    >
      <div role="status">{toast.open && toast.success && <Toast toast={toast} />}</div>
      <div role="alert">{toast.open && !toast.success && <Toast toast={toast} />}</div>
    </section>
  )
}

function Toast({ toast }: { toast: ToastState }) {
  const Icon = toast.success ? CircleCheck : CircleAlert
  return (
    <div
      data-tone={toast.success ? 'secondary' : 'danger'}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card border py-1 pr-1 pl-4 shadow-float data-[tone=danger]:border-danger data-[tone=danger]:bg-danger data-[tone=danger]:text-on-accent data-[tone=secondary]:border-line data-[tone=secondary]:bg-surface"
    >
      <Icon
        aria-hidden="true"
        className={`mt-3 size-5 shrink-0 ${toast.success ? 'text-sage' : ''}`}
      />
      <p className="min-w-0 flex-1 py-2">{toast.message}</p>
      <button
        type="button"
        aria-label="關閉通知"
        onClick={hideToast}
        className="grid size-11 shrink-0 place-items-center rounded-lg focus-visible:outline-current"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}

/** A new toast has its whole time, even while the one before it is still shown. */
function useAutoHide(toast: ToastState): void {
  useEffect(() => {
    if (!toast.open) return
    const timer = setTimeout(hideToast, toast.autoHideDuration)
    return () => clearTimeout(timer)
  }, [toast])
}

type Place = 'top' | 'bottom'

/** Bottom on a phone, top on a desktop; the other end where it would cover what was just pressed. */
function useFreePlace(toast: ToastState, box: React.RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>('bottom')
  useLayoutEffect(() => {
    if (!toast.open) return
    const usual: Place = matchMedia('(min-width: 48rem)').matches ? 'top' : 'bottom'
    const height = (box.current?.offsetHeight ?? 0) + 96
    const pressed = document.activeElement
    const rect = pressed && pressed !== document.body ? pressed.getBoundingClientRect() : undefined
    const isAtTop = rect !== undefined && rect.top < height
    const isAtBottom = rect !== undefined && rect.bottom > innerHeight - height
    const isCovered = usual === 'top' ? isAtTop : isAtBottom
    setPlace(isCovered ? (usual === 'top' ? 'bottom' : 'top') : usual)
  }, [toast, box])
  return place
}
