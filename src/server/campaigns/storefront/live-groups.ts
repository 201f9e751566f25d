import type { ServerResponse } from 'node:http'
import type { Group } from '#contract/campaigns.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { LimitSizes } from '../../limits/limit-sizes.ts'
import { networksOf } from '../../limits/network.ts'
import { noteReached } from '../../limits/rate-limit.ts'
import type { Log } from '../../log.ts'
import { placesTaken, streamsOpen } from '../../metrics/metrics.ts'
import type { CampaignCache } from '../campaign-cache.ts'

const heartbeatMs = 15_000
const heartbeat = Buffer.from(': 15 s\n\n')
/** Changes within this time are one event. */
const gatherMs = 150
const retryReadMs = 1_000
/** A reader that has left so much unread is too slow, and comes back by itself. */
const maxUnreadBytes = 64 * 1024
/** Of IPv6: one customer may hold thousands of networks. */
const networksOfSlash48 = 2
const tryAgainSeconds = 30
/** Clients that are all sent away at once do not come back at once. */
const retryMs = { min: 2_000, max: 8_000 }

interface GroupNow {
  group: Group
  /** The database's clock as it was read, in milliseconds. */
  now: number
}

interface State {
  version: number
  isEnd: boolean
  /** The event, but for the time of now. */
  content: string
  aheadMs: number
}

/** All streams that show the same group under the same address of the shop. */
interface Topic {
  code: string
  read: () => Promise<GroupNow | undefined>
  /** With the version that each has seen before it came. */
  streams: Map<ServerResponse, number>
  state: State | undefined
  isReading: boolean
  isStale: boolean
}

export interface LiveGroups {
  /**
   * Counts a response as a stream until it is closed, whatever becomes of it. Throws
   * TOO_MANY_REQUESTS when the network, or the process, has as many as it may.
   */
  takeStreamPlace(response: ServerResponse, ip: string): void
  /**
   * Keeps a response up to date about a group until either side ends it. `read` reads the group;
   * after `lastEventId` only a newer state is sent.
   */
  open(
    response: ServerResponse,
    about: { code: string; own: string; lastEventId: number },
    read: Topic['read'],
  ): void
  /** Ends every stream. */
  close(): void
}

/**
 * The streams of this process: a change is read once, and its bytes are written to each stream that
 * shows the group.
 */
export function createLiveGroups({
  cache,
  log,
  db,
  limits,
}: {
  cache: Pick<CampaignCache, 'onChange'>
  log: Log
  db: Db
  limits: Pick<LimitSizes, 'stream.network' | 'stream.process'>
}): LiveGroups {
  const topics = new Map<string, Topic>()
  const ofNetwork = new Map<string, number>()
  let count = 0
  let isClosed = false

  async function refresh(topic: Topic): Promise<void> {
    topic.isStale = true
    if (topic.isReading) return
    topic.isReading = true
    while (topic.isStale && topic.streams.size > 0) {
      topic.isStale = false
      let wait = gatherMs
      try {
        const found = await topic.read()
        if (found) publish(topic, toState(found))
      } catch (err) {
        log.warn({ err }, 'a group could not be read for its streams')
        topic.isStale = true
        wait = retryReadMs
      }
      await new Promise((resolve) => setTimeout(resolve, wait).unref())
    }
    topic.isReading = false
  }

  function publish(topic: Topic, state: State): void {
    const before = topic.state
    // Reads may overtake each other only if the database does; a version never falls.
    if (before && (before.version > state.version || before.content === state.content)) return
    topic.state = state
    const bytes = eventOf(state)
    for (const [stream, seen] of topic.streams) {
      if (before || isNews(state, seen)) send(stream, bytes, state.isEnd)
    }
  }

  cache.onChange((code) => {
    for (const topic of topics.values()) {
      if (code === undefined || topic.code === code) void refresh(topic)
    }
  })

  const beating = setInterval(() => {
    for (const { streams } of topics.values()) {
      for (const stream of streams.keys()) send(stream, heartbeat, false)
    }
  }, heartbeatMs)
  beating.unref()

  return {
    takeStreamPlace(response, ip) {
      const { subscriber, wider } = networksOf(ip)
      const ofOne = limits['stream.network']
      const networks: [string, number][] = [[subscriber, ofOne]]
      if (wider) networks.push([wider.slash48, networksOfSlash48 * ofOne])
      const isTaken = networks.some(([network, max]) => (ofNetwork.get(network) ?? 0) >= max)
      const isFull = count >= limits['stream.process']
      if (isTaken || isFull || isClosed) {
        if (!isClosed) noteReached(db, isFull ? 'stream.process' : 'stream.network')
        throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: tryAgainSeconds })
      }
      // A client that has left already gives nothing back.
      if (response.destroyed) return
      count++
      placesTaken.inc({ of: 'stream' })
      for (const [network] of networks) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
      response.once('close', () => {
        count--
        placesTaken.dec({ of: 'stream' })
        for (const [network] of networks) {
          const left = (ofNetwork.get(network) ?? 1) - 1
          if (left > 0) ofNetwork.set(network, left)
          else ofNetwork.delete(network)
        }
      })
    },
    open(response, { code, own, lastEventId }, read) {
      if (response.destroyed) return
      const key = `${own}\n${code}`
      const topic = topics.get(key) ?? createTopic(code, read)
      topics.set(key, topic)
      topic.streams.set(response, lastEventId)
      streamsOpen.inc()
      response.once('close', () => {
        streamsOpen.dec()
        topic.streams.delete(response)
        if (topic.streams.size === 0 && topics.get(key) === topic) topics.delete(key)
      })
      response.on('error', () => response.destroy())
      response.write(`retry: ${randomRetry()}\n\n`)
      const { state } = topic
      if (!state) return void refresh(topic)
      if (isNews(state, lastEventId)) send(response, eventOf(state), state.isEnd)
    },
    close() {
      isClosed = true
      clearInterval(beating)
      for (const { streams } of topics.values()) {
        for (const stream of streams.keys()) stream.end()
      }
    },
  }
}

function createTopic(code: string, read: Topic['read']): Topic {
  const streams = new Map<ServerResponse, number>()
  return { code, read, streams, state: undefined, isReading: false, isStale: false }
}

/** The end is said to everybody who asks. */
function isNews({ version, isEnd }: State, seen: number): boolean {
  return isEnd || version > seen
}

function toState({ group, now }: GroupNow): State {
  return {
    version: group.version,
    isEnd: group.outcome !== undefined,
    content: JSON.stringify(group).slice(0, -1),
    aheadMs: now - Date.now(),
  }
}

/** As bytes: a string would be encoded for each of the streams. */
function eventOf({ version, isEnd, content, aheadMs }: State): Buffer {
  const seconds = Math.floor((Date.now() + aheadMs) / 1_000)
  const data = `${content},"server_now":${seconds}}`
  return Buffer.from(`id: ${version}\nevent: ${isEnd ? 'end' : 'group'}\ndata: ${data}\n\n`)
}

function send(stream: ServerResponse, bytes: Buffer, isLast: boolean): void {
  if (stream.writableLength > maxUnreadBytes) return void stream.destroy()
  if (isLast) stream.end(bytes)
  else stream.write(bytes)
}

function randomRetry(): number {
  return Math.floor(retryMs.min + Math.random() * (retryMs.max - retryMs.min + 1))
}
