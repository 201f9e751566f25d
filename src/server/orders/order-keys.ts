import { create, serverOrderKeys } from '#contract/orders.schema.ts'
import { omitKeys } from '../input/unknown-properties.ts'

/** Keys of an order that the server owns or reads by name: never stored as a client's own. */
export const knownOrderKeys = [
  ...new Set([...serverOrderKeys, ...Object.keys(create.data.properties)]),
]
export const knownOrderUserKeys = ['name', 'email', 'tel', 'address', 'address_parts', 'uid']

/** The unknown properties of a stored order, without those that the server has defined since. */
export function ownKeys(extra: Record<string, unknown>): Record<string, unknown> {
  return omitKeys(extra, knownOrderKeys)
}

/** The same properties with nothing of what a client wrote into them: it may be about a person. */
export function hiddenKeys(
  extra: Record<string, unknown>,
  text: string,
  known: readonly string[] = knownOrderKeys,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extra).map(([key, value]) => [key, known.includes(key) ? value : text]),
  )
}
