import { Toast as Base } from '@base-ui/react/toast'
import { type ReactNode, useEffect } from 'react'
import { closeToast, connectToastView, type Toast } from './toast-store.ts'

/** Older toasts than these wait, hidden, until a newer one has gone. */
const visibleToasts = 3

/** Queue and timers of the toasts; the children decide how they look. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider limit={visibleToasts}>
      <StoreConnection />
      {children}
    </Base.Provider>
  )
}

function StoreConnection() {
  const { add, close } = Base.useToastManager<Toast>()
  useEffect(
    () =>
      connectToastView({
        add: (toast) =>
          add({
            id: toast.id,
            title: toast.text,
            timeout: toast.durationMs,
            data: toast,
            onClose: () => closeToast(toast.id),
          }),
        close,
      }),
    [add, close],
  )
  return null
}
