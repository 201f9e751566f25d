import type { ComponentType } from 'react'
import { createChunkLoader } from './ui/load-chunk.ts'

export interface Address {
  params: Record<string, string>
  query: URLSearchParams
}

/** One screen. The entry prefetches the first one by the tables of pages, the router shows them all. */
export interface Page {
  /** The pattern of the route. */
  path: string
  load: () => Promise<ComponentType>
  /** Starts the public reads that the page begins with. */
  prefetch?: (address: Address) => unknown
}

/** `load` of the page that the chunk exports by the name. */
export function page<K extends string>(
  importChunk: () => Promise<Record<K, ComponentType>>,
  name: K,
): () => Promise<ComponentType> {
  const load = createChunkLoader(importChunk)
  return async () => (await load())[name]
}
