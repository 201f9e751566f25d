import { useSyncExternalStore } from 'react'

const storageKey = 'recentSearches'
const most = 8
const listeners = new Set<() => void>()

let known: { stored: string | null; texts: readonly string[] } | undefined

/** What was searched for in this browser, newest first; it is sent nowhere. */
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
  const stored = readText()
  if (known?.stored !== stored || !known) known = { stored, texts: parse(stored) }
  return known.texts
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage may be forbidden; then nothing is remembered.
    return null
  }
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
  try {
    if (texts.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(texts))
  } catch {
    // A full or forbidden storage: nothing is remembered.
  }
  for (const listener of listeners) listener()
}
