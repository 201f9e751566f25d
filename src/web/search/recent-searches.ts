import { useSyncExternalStore } from 'react'
import { readStoredText, storeText } from '../shared/stored-text.ts'

const storageKey = 'recentSearches'
const most = 8
const listeners = new Set<() => void>()

let known: { stored: string | null; texts: readonly string[] } | undefined

/** Searches of this browser, newest first; they are sent nowhere. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, readRecent)
}

export function rememberSearch(text: string): void {
  save([text, ...readRecent().filter((known) => known !== text)].slice(0, most))
}

export function forgetSearch(text: string): void {
  save(readRecent().filter((known) => known !== text))
}

export function forgetSearches(): void {
  save([])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same array until the stored text changes, as React asks of a store. */
function readRecent(): readonly string[] {
  const stored = readStoredText(storageKey)
  if (known?.stored !== stored || !known) known = { stored, texts: parse(stored) }
  return known.texts
}

function parse(stored: string | null): string[] {
  try {
    const texts: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(texts)
      ? texts.filter((text) => typeof text === 'string').slice(0, most)
      : []
  } catch {
    return []
  }
}

function save(texts: readonly string[]): void {
  storeText(storageKey, texts.length === 0 ? null : JSON.stringify(texts))
  for (const listener of listeners) listener()
}
