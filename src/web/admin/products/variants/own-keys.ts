import type { KeyboardEvent } from 'react'

/** The keys of a field whose text is no part of the drafts yet: Enter takes it, and undo is its own. */
export function ownKeys(take: () => void) {
  return (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') event.stopPropagation()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    take()
  }
}
