import type { ComponentType } from 'react'
import type { ScreenAddress } from '#contract/screens.ts'
import { createChunkLoader } from './ui/load-chunk.ts'

export type Address = ScreenAddress

/** One screen. The entry prefetches the first one by the tables of pages, the router shows them all. */
export interface Page {
  /** The pattern of the route. */
  path: string
  load: () => Promise<ComponentType>
  /** Starts the reads of its screen and what follows from them; without it the reads alone start. */
  prefetch?: (address: Address) => Promise<unknown>
}

/** `load` of the page that the chunk exports by the name. */
export function page<K extends string>(
  importChunk: () => Promise<Record<K, ComponentType>>,
  name: K,
): () => Promise<ComponentType> {
  const load = createChunkLoader(importChunk)
  return async () => (await load())[name]
}
