import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import { TimedResponse } from '../cache/timed-response.ts'
import { listenTo } from '../db/listen.ts'
import type { Log } from '../log.ts'

/** Each change of a group, with its code as payload; each change of any campaign. */
const groupChannel = 'group_changed'
const campaignsChannel = 'campaigns_changed'

/** Gets a changed group's code, undefined for all of them. */
type ChangeListener = (code: string | undefined) => void

export type CampaignCache = Pick<ResponseCache, 'read' | 'find' | 'version'> & {
  /** Runs after each change on any node; undefined when any group may have changed. */
  onChange(listener: ChangeListener): void
  close(): Promise<void>
}

/**
 * The public responses about campaigns and groups, evicted when they change, on every node that
 * shares the database. While the node hears nothing of changes, the cache is suspended.
 */
export function createCampaignCache(databaseUrl: string, log: Log): CampaignCache {
  const { read, find, version, clear, evict, suspend, resume } = createResponseCache()
  const listeners: ChangeListener[] = []
  const tell = (code?: string) => {
    for (const listener of listeners) listener(code)
  }
  const listening = listenTo({
    url: databaseUrl,
    channels: [groupChannel, campaignsChannel],
    onMessage(message) {
      if (message?.channel === groupChannel) {
        const { payload: code } = message
        evict((response) => !(response instanceof TimedResponse) || response.isAbout(code))
        return tell(code)
      }
      if (message) clear()
      else resume()
      tell()
    },
    onLost: suspend,
    log,
  })
  return {
    read,
    find,
    version,
    onChange(listener) {
      listeners.push(listener)
    },
    close: () => listening.close(),
  }
}
