/** Leads on from what the toast says: by a link to an address, or by a function. */
export type ToastAction = { label: string } & ({ to: string } | { onPress: () => void })

export interface Toast {
  id: string
  tone: 'success' | 'failure'
  text: string
  action?: ToastAction | undefined
  durationMs: number
  /** Epoch milliseconds. */
  shownAt: number
}

/** The toast state of the specification, of the toast that was shown last. */
interface ToastState {
  message: string
  success: boolean
  open: boolean
  autoHideDuration: number
}

interface ToastView {
  add: (toast: Toast) => void
  close: (id: string) => void
}

type ToastInput =
  | { tone: Toast['tone']; text: string; action?: ToastAction; durationMs?: number | undefined }
  | { message: string; success: boolean; autoHideDuration?: number | undefined }

const defaultDurationMs = 6000
/** A success that was shown so shortly before a navigation is what led to it. */
const comesAlongMs = 1000

let open: Toast[] = []
let last: Toast = { id: '', tone: 'success', text: '', durationMs: defaultDurationMs, shownAt: 0 }
let view: ToastView | undefined

/** Shows a toast beside those that are open. The same words again only restart their time. */
export function showToast(input: ToastInput): void {
  last = toToast(input)
  open = [...open.filter(({ id }) => id !== last.id), last]
  view?.add(last)
}

export function hideToast(): void {
  for (const { id } of open) closeToast(id)
}

/** The same has succeeded since, or the screen is left. */
export function closeFailureToasts(): void {
  for (const { id, tone } of open) if (tone === 'failure') closeToast(id)
}

/**
 * The screen is left: what was said on it goes. The outcome that leads on comes along, and so does an
 * offer to undo, which nothing else brings back.
 */
export function closeToastsOfScreen(now = Date.now()): void {
  closeFailureToasts()
  for (const { id, shownAt, action } of open) {
    const isOffer = action !== undefined && 'onPress' in action
    if (now - shownAt > comesAlongMs && !isOffer) closeToast(id)
  }
}

/** Called by the view, too, when the time of a toast is over. */
export function closeToast(id: string): void {
  if (!open.some((toast) => toast.id === id)) return
  open = open.filter((toast) => toast.id !== id)
  view?.close(id)
}

/** The view of the current layout; it also gets the toasts that were shown before it was there. */
export function connectToastView(next: ToastView): () => void {
  view = next
  for (const toast of open) next.add(toast)
  return () => {
    if (view === next) view = undefined
  }
}

export function toastState(): ToastState {
  return {
    message: last.text,
    success: last.tone === 'success',
    open: open.includes(last),
    autoHideDuration: last.durationMs,
  }
}

function toToast(input: ToastInput): Toast {
  if ('message' in input) {
    const { message, success, autoHideDuration } = input
    const tone = success ? 'success' : 'failure'
    return toToast({ tone, text: message, durationMs: autoHideDuration })
  }
  const { tone, text, action, durationMs = defaultDurationMs } = input
  return { id: `${tone} ${text}`, tone, text, action, durationMs, shownAt: Date.now() }
}
