import { useSyncExternalStore } from 'react'

/**
 * Whether the screen is as in a document: when the server draws it, and when the application takes
 * that over. It renders again right after: in a document no countdown runs, and links take the place
 * of handlers.
 */
export function useIsDocument(): boolean {
  return useSyncExternalStore(subscribe, isNoDocument, isDocument)
}

const subscribe = () => () => undefined
const isNoDocument = () => false
const isDocument = () => true
