import { useEffect, useState } from 'react'

interface DebounceOptions {
  delayMs: number
  /** While an input method composes, the text is not a word yet. */
  isComposing: boolean
}

/** The last text that stayed unchanged for a moment; empty at first. */
export function useDebounced(text: string, { delayMs, isComposing }: DebounceOptions): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs, isComposing])
  return settled
}
