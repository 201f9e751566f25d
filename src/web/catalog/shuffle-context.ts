import { createContext } from 'react'
import { shuffled } from './shuffle.ts'

export type Shuffle = <T extends { id: string }>(entries: readonly T[]) => T[]

/** By the seed of the page load; a document is drawn by the seed that it names. */
export const ShuffleContext = createContext<Shuffle>((entries) => shuffled(entries))
