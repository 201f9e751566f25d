import { useCallback, useRef } from 'react'
import { ApiError } from './api-error.ts'

/**
 * The Idempotency-Key of a write that must happen once: a retry with the same content carries the
 * same key until `reset`, which is called once the outcome is known.
 */
export function useIdempotencyKey() {
  const current = useRef<{ content: string; key: string } | null>(null)

  const keyOf = useCallback((content: unknown): string => {
    const text = JSON.stringify(content)
    if (current.current?.content !== text) current.current = { content: text, key: randomKey() }
    return current.current.key
  }, [])
  const reset = useCallback(() => {
    current.current = null
  }, [])
  return { keyOf, reset }
}

/** False while the write may have happened although no success was received. */
export function isDefinitiveFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status >= 400 && status < 500 && code !== 'IDEMPOTENCY_KEY_RUNNING'
}

/** 128 random bits; unlike `randomUUID` it is there on plain http too. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
