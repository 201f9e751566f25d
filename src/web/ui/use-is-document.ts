import { useSyncExternalStore } from 'react'

/**
 * Whether the screen is as in a document: when the server draws it, and when the application takes
 * that over. It is drawn again right after, for nothing ticks in a document, and links do the work.
 */
export function useIsDocument(): boolean {
  return useSyncExternalStore(subscribe, isNoDocument, isDocument)
}

const subscribe = () => () => undefined
const isNoDocument = () => false
const isDocument = () => true
