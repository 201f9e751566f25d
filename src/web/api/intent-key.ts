import { useCallback, useRef } from 'react'
import { shopErrors } from '#contract/errors.ts'
import { ApiError } from './api-error.ts'

/**
 * The Idempotency-Key of a write that must happen once: a repeat of the same content carries the
 * same key until its outcome is known.
 */
export function useIntentKey() {
  const intent = useRef<{ content: string; key: string } | null>(null)

  const keyOf = useCallback((content: unknown): string => {
    const text = JSON.stringify(content)
    if (intent.current?.content !== text) intent.current = { content: text, key: randomKey() }
    return intent.current.key
  }, [])
  const settle = useCallback(() => {
    intent.current = null
  }, [])
  return { keyOf, settle }
}

/** False while the write may have happened although no good answer came. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, message } = error
  return status >= 400 && status < 500 && message !== shopErrors.IDEMPOTENCY_KEY_RUNNING.message
}

/** 128 random bits; unlike `randomUUID` it is there on plain http too. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
