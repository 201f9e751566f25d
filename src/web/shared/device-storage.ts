/** The storage of the browser, or of this page alone where that is denied or full. */
export interface DeviceStorage {
  keys(): string[]
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
}

const inPage = new Map<string, string>()

function tried<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch {
    return otherwise
  }
}

export const deviceStorage: DeviceStorage = {
  keys: () => [...new Set([...tried(() => Object.keys(localStorage), []), ...inPage.keys()])],
  get: (key) => inPage.get(key) ?? tried(() => localStorage.getItem(key), null),
  set(key, text) {
    const isStored = tried(() => {
      localStorage.setItem(key, text)
      return true
    }, false)
    if (isStored) inPage.delete(key)
    else inPage.set(key, text)
  },
  remove(key) {
    inPage.delete(key)
    tried(() => localStorage.removeItem(key), undefined)
  },
}

/** An object of the storage; undefined for what is no object, such as a broken text. */
export function parseStored(text: string | null): Record<string, unknown> | undefined {
  const value = tried<unknown>(() => JSON.parse(text ?? 'null'), null)
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined
}
