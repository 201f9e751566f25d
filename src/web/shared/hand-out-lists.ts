import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/hand-out.schema.ts'
import { deviceStorage, parseStored } from './device-storage.ts'

export type ListReply = EndpointReply<typeof schema.list>

const prefix = 'hand-out-list.'
const ttlMs = 24 * 3600 * 1000

interface StoredList {
  /** When the shop was read, in milliseconds. */
  savedAt: number
  reply: ListReply
}

const keyOf = (owner: string, group: string | undefined) => `${prefix}${owner}.${group ?? ''}`

/** The list as it was read last on this device, for an evening without a network. */
export function loadList(
  owner: string,
  group: string | undefined,
  now = Date.now(),
): StoredList | undefined {
  forgetOthers(owner, now)
  return parseStored(deviceStorage.get(keyOf(owner, group))) as StoredList | undefined
}

export function saveList(
  owner: string,
  group: string | undefined,
  reply: ListReply,
  savedAt = Date.now(),
): void {
  const stored: StoredList = { savedAt, reply }
  deviceStorage.set(keyOf(owner, group), JSON.stringify(stored))
}

/** At a sign-out: the device may be somebody else's. */
export function forgetLists(): void {
  for (const key of keysOfLists()) deviceStorage.remove(key)
}

const keysOfLists = () => deviceStorage.keys().filter((one) => one.startsWith(prefix))

/** Names stay on no device for longer than a day, nor for the next person who signs in. */
function forgetOthers(owner: string, now: number): void {
  for (const key of keysOfLists()) {
    const { savedAt } = parseStored(deviceStorage.get(key)) ?? {}
    const isOwn = key.startsWith(`${prefix}${owner}.`)
    const isFresh = typeof savedAt === 'number' && now - savedAt < ttlMs
    if (!isOwn || !isFresh) deviceStorage.remove(key)
  }
}
