import { useSyncExternalStore } from 'react'

/** The toast of the screen: `success` false is an error. Durations are milliseconds. */
export interface ToastState {
  message: string
  success: boolean
  open: boolean
  autoHideDuration: number
}

const defaultAutoHideMs = 6000

let state: ToastState = {
  message: '',
  success: true,
  open: false,
  autoHideDuration: defaultAutoHideMs,
}
const listeners = new Set<() => void>()

function set(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}

export function showToast(toast: {
  message: string
  success: boolean
  autoHideDuration?: number | undefined
}): void {
  set({ ...toast, open: true, autoHideDuration: toast.autoHideDuration ?? defaultAutoHideMs })
}

export function hideToast(): void {
  set({ ...state, open: false })
}

export function toastState(): ToastState {
  return state
}

export function useToast(): ToastState {
  return useSyncExternalStore(subscribe, toastState)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
