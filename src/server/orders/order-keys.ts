import { create, serverOrderKeys } from '#contract/orders.schema.ts'

/** Keys of an order that the server owns or reads by name: never stored as a client's own. */
export const knownOrderKeys = [
  ...new Set([...serverOrderKeys, ...Object.keys(create.data.properties)]),
]
export const knownOrderUserKeys = ['name', 'email', 'tel', 'address', 'uid']

/** A client's own keys, without those that the server has taken since they were stored. */
export function ownKeys(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([key]) => !knownOrderKeys.includes(key)))
}
