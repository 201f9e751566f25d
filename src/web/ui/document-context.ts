import { createContext, useContext } from 'react'

/** Whether the server draws the screen for a document: nothing ticks there, and links do the work. */
export const DocumentContext = createContext(false)

export function useIsDocument(): boolean {
  return useContext(DocumentContext)
}
