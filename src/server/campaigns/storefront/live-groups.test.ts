import { type ClientRequest, get, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Group } from '#contract/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { registry, takenPlaces } from '../../metrics/metrics.ts'
import { startMainForTest } from '../../testing/doubles/main-process.ts'
import {
  joinData,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../../testing/test-shop.ts'
import { createLiveGroups } from './live-groups.ts'

const isLong = process.env.TEST_LONG === '1'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openTestShop({
    env: { TRUSTED_PROXIES: '127.0.0.1', IDLE_TIMEOUT: '30', WRITE_LIMITS: '1' },
  })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

interface LiveEvent {
  id: number
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  data: any
}

interface Stream {
  response: IncomingMessage
  text: string
  events: LiveEvent[]
  hasEnded: boolean
  close(): void
}

const streams: Stream[] = []
const requests: ClientRequest[] = []
afterEach(() => {
  requests.length = 0
  for (const stream of streams.splice(0)) stream.close()
})

function openStream(campaign: TestCampaign, headers: Record<string, string> = {}): Promise<Stream> {
  const path = `${shopPrefix}/group/${campaign.code}/events`
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      const stream: Stream = {
        response,
        text: '',
        events: [],
        hasEnded: false,
        close: () => request.destroy(),
      }
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        stream.text += chunk
        stream.events = parseEvents(stream.text)
      })
      response.on('end', () => {
        stream.hasEnded = true
      })
      response.on('error', () => {})
      streams.push(stream)
      resolve(stream)
    })
    request.on('error', reject)
    requests.push(request)
  })
}

function parseEvents(text: string): LiveEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      return data === undefined
        ? []
        : [{ id: Number(field('id')), event: field('event') ?? '', data: JSON.parse(data) }]
    })
}

async function join(campaign: TestCampaign, qty = 1) {
  const member = await openParticipant(shop)
  const { body } = await member.post(
    `/group/${campaign.code}/participation`,
    joinData(campaign, [qty]),
  )
  return { member, place: body.participation }
}

describe('the live stream of a group', () => {
  it('begins with the whole state, and goes on with each change (GROUP-13) (GROUP-12)', async () => {
    const campaign = await openCampaign(shop)
    const [stream, other] = [await openStream(campaign), await openStream(campaign)]
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(stream.response.headers).not.toHaveProperty('content-encoding')
    await expect.poll(() => stream.events.length).toBe(1)
    const [first] = stream.events
    const { body } = await shop.guest().get(`/group/${campaign.code}`)
    const { server_now: now, ...state } = first?.data ?? {}
    expect(state).toEqual({
      ...body.group,
      campaign: { ...body.group.campaign, picture: state.campaign.picture },
    })
    expect([first?.event, first?.id]).toEqual(['group', body.group.version])
    expect(Math.abs(now - Date.now() / 1_000)).toBeLessThan(60)

    await join(campaign, 3)
    await expect.poll(() => stream.events.at(-1)?.data.units).toBe(3)
    await expect.poll(() => other.events.at(-1)?.data.units).toBe(3)
    for (let n = 0; n < 5; n++) await join(campaign)
    await expect.poll(() => stream.events.at(-1)?.data.units).toBe(8)
    const ids = stream.events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    for (const { data } of stream.events) {
      const text = JSON.stringify(data)
      for (const secret of Object.values(orderData.user)) expect(text).not.toContain(secret)
    }
  })

  it('sends after Last-Event-ID only what is newer (GROUP-13)', async () => {
    const campaign = await openCampaign(shop)
    const stream = await openStream(campaign)
    await expect.poll(() => stream.events.length).toBe(1)
    const id = String(stream.events[0]?.id)
    const known = await openStream(campaign, { 'last-event-id': id })
    const behind = await openStream(campaign, { 'last-event-id': '0' })
    await expect.poll(() => behind.events.length).toBe(1)
    expect(known.events).toEqual([])
    await join(campaign)
    await expect.poll(() => known.events.at(-1)?.data.units).toBe(1)
  })

  it('ends with the outcome, also for who comes later (GROUP-13)', async () => {
    const campaign = await openCampaign(shop)
    const stream = await openStream(campaign)
    await expect.poll(() => stream.events.length).toBe(1)
    await shop.database.db
      .update(groups)
      .set({ state: 'cancelled', outcome: 'cancelled', version: sql`version + 1` })
      .where(eq(groups.id, campaign.groupId))
    await expect.poll(() => stream.hasEnded).toBe(true)
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { state: 'cancelled' } })
    const late = await openStream(campaign, { 'last-event-id': '99' })
    await expect.poll(() => late.hasEnded).toBe(true)
    expect(late.events).toMatchObject([{ event: 'end' }])
  })

  // Waits for three comments, 45 s.
  it.runIf(isLong)(
    'carries comments while nothing happens, and outlives IDLE_TIMEOUT (GROUP-14)',
    async () => {
      const campaign = await openCampaign(shop)
      const stream = await openStream(campaign)
      // The third comment is 30 s behind the first: without them the connection would have been cut.
      await expect.poll(() => commentsOf(stream.text) >= 3 || stream.response.destroyed).toBe(true)
      expect(stream.response.destroyed).toBe(false)
      expect(stream.events).toHaveLength(1)
      await join(campaign)
      await expect.poll(() => stream.events.at(-1)?.data.units).toBe(1)
    },
  )

  it('carries a comment every 15 s for 10 minutes (GROUP-14)', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const live = openLiveGroups()
    let sent = ''
    const response = unsentResponse()
    response.write = (chunk: string | Uint8Array) => {
      sent += Buffer.from(chunk as Uint8Array).toString()
      return true
    }
    live.open(response, { code: 'A', own: '', lastEventId: 0 }, neverRead)
    for (let comments = 1; comments <= 40; comments++) {
      vi.advanceTimersByTime(14_999)
      expect(commentsOf(sent)).toBe(comments - 1)
      vi.advanceTimersByTime(1)
      expect(commentsOf(sent)).toBe(comments)
    }
    live.close()
    response.emit('close')
  })

  it('is counted while it is open (METRICS-02)', async () => {
    await expect.poll(openNow).toBe(0)
    const campaign = await openCampaign(shop)
    const [first] = [await openStream(campaign), await openStream(campaign)]
    await expect.poll(openNow).toBe(2)
    first?.close()
    await expect.poll(openNow).toBe(1)
  })

  it('is refused beyond 1,000 of one network, also asked for at once, and open to others (GROUP-16) (MEND-51)', async () => {
    const campaign = await openCampaign(shop)
    const of = (ip: string) => openStream(campaign, { 'x-forwarded-for': ip })
    // All at once: a place is taken before the group is looked up.
    const asked = await Promise.all(Array.from({ length: 1_030 }, () => of('192.0.2.7')))
    const [opened, refused] = [200, 429].map((status) =>
      asked.filter(({ response }) => response.statusCode === status),
    ) as [Stream[], Stream[]]
    expect([opened.length, refused.length]).toEqual([1_000, 30])
    expect(Number(refused[0]?.response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await of('192.0.2.8')).response.statusCode).toBe(200)
    opened[0]?.close()
    await expect
      .poll(async () => {
        const again = await of('192.0.2.7')
        return again.response.statusCode
      })
      .toBe(200)
  })

  it('gives its place back when its client leaves while the group is looked up (MEND-51)', async () => {
    const campaign = await openCampaign(shop)
    await expect.poll(openNow).toBe(0)
    const { pool } = shop.database
    const lock = await pool.connect()
    await lock.query('begin; lock table groups in access exclusive mode')
    const asked = Array.from({ length: 5 }, () => openStream(campaign))
    await expect.poll(() => takenPlaces('stream')).toBe(5)
    const { server } = shop.app
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))
    for (const request of requests) request.destroy()
    expect((await Promise.allSettled(asked)).every(({ status }) => status === 'rejected')).toBe(
      true,
    )
    await expect.poll(connections).toBe(0)
    await lock.query('rollback')
    lock.release()
    await expect.poll(() => takenPlaces('stream')).toBe(0)
    expect(await openNow()).toBe(0)
  })

  it('takes no place for a HEAD or an unknown group (MEND-51)', async () => {
    const campaign = await openCampaign(shop)
    const path = `${shopPrefix}/group/${campaign.code}/events`
    const ask = (method: 'GET' | 'HEAD', url: string) => shop.app.inject({ method, url })
    expect((await ask('HEAD', path)).statusCode).toBe(200)
    expect((await ask('GET', path.replace(campaign.code, 'nosuchgroup'))).statusCode).toBe(404)
    await expect.poll(() => takenPlaces('stream')).toBe(0)
  })

  it.each([
    ['10,000 of one process, from any network', 10_000, (n: number) => `192.0.${n}.1`],
    ['2,000 of one /48 of IPv6', 2_000, (n: number) => `2001:db8:1:${n}::1`],
  ])('is refused beyond %s (GROUP-16) (MEND-51)', (_, most, ipOf) => {
    const live = openLiveGroups()
    onTestFinished(() => live.close())
    const full = expect.objectContaining({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: expect.any(Number),
    })
    const take = (ip: string) => {
      const response = unsentResponse()
      live.takeStreamPlace(response, ip)
      return response
    }
    const responses = Array.from({ length: most }, (_, n) => take(ipOf(Math.floor(n / 900))))
    expect(() => take(ipOf(99))).toThrow(full)
    responses[0]?.emit('close')
    responses.push(take(ipOf(99)))
    expect(() => take(ipOf(99))).toThrow(full)
    for (const response of responses.slice(1)) response.emit('close')
  })

  it('says a change to 5,000 streams with one read, as the same bytes (GROUP-18)', async () => {
    let tellChange: (code?: string) => void = () => {}
    const cache = {
      onChange(listener: typeof tellChange) {
        tellChange = listener
      },
    }
    const live = createLiveGroups({ cache, ...liveDeps() })
    onTestFinished(() => live.close())
    let version = 1
    const read = vi.fn(async () => ({ group: { version } as Group, now: 0 }))
    const written: unknown[][] = Array.from({ length: 5_000 }, () => [])
    for (const events of written) {
      const response = unsentResponse()
      response.write = (chunk: unknown) => {
        if (Buffer.isBuffer(chunk)) events.push(chunk)
        return true
      }
      onTestFinished(() => void response.emit('close'))
      live.open(response, { code: 'A', own: '', lastEventId: 0 }, read)
    }
    // A second read serves the streams that were opened during the first one.
    await expect.poll(() => read.mock.calls.length).toBe(2)
    version = 2
    tellChange('A')
    await expect.poll(() => written[0]?.length).toBe(2)
    expect(read).toHaveBeenCalledTimes(3)
    const [[before, after] = []] = written
    expect(String(after)).toContain('"version":2')
    expect(written.every((events) => events[0] === before && events[1] === after)).toBe(true)
  })

  it('drops who does not read, and writes to the others (GROUP-16)', async () => {
    const campaign = await openCampaign(shop)
    const [reader, sleeper] = [await openStream(campaign), await openStream(campaign)]
    await expect.poll(() => reader.events.length).toBe(1)
    sleeper.response.pause()
    const sockets = () =>
      new Promise<number>((resolve) => shop.app.server.getConnections((_, n) => resolve(n)))
    expect(await sockets()).toBe(2)
    // Larger events, so that the buffers of the system are soon full.
    await shop.database.db.execute(sql`
      update groups set reason = repeat('等', 200000), version = version + 1
      where id = ${campaign.groupId}`)
    for (let n = 0; n < 40 && (await sockets()) === 2; n++) {
      await shop.database.db.execute(sql`
        update groups set version = version + 1 where id = ${campaign.groupId}`)
      await expect.poll(() => reader.events.length).toBeGreaterThan(n + 1)
    }
    expect(await sockets()).toBe(1)
    expect(reader.hasEnded).toBe(false)
  })

  it('ends at once when the server stops, each with a time of its own to come back (GROUP-17)', async () => {
    const second = await openTestShop()
    const campaign = await openCampaign(second)
    await second.app.listen({ port: 0, host: '127.0.0.1' })
    const before = port
    port = (second.app.server.address() as AddressInfo).port
    const opened = await Promise.all(Array.from({ length: 30 }, () => openStream(campaign)))
    await expect.poll(() => opened.every(({ events }) => events.length === 1)).toBe(true)
    const times = opened.map(({ text }) => Number(/^retry: (\d+)$/m.exec(text)?.[1]))
    expect(times.every((time) => time >= 2_000 && time <= 8_000)).toBe(true)
    expect(new Set(times).size).toBeGreaterThan(20)
    const closing = second.close()
    await expect.poll(() => opened.every(({ hasEnded }) => hasEnded)).toBe(true)
    await Promise.race([closing, delay(10_000).then(() => Promise.reject(new Error('too slow')))])
    port = before
  })

  it('ends at SIGTERM, and the process within 10 s (GROUP-17)', async () => {
    const campaign = await openCampaign(shop)
    const node = await startMainForTest(shop.databaseUrl)
    await node.untilSaid(' is open: ')
    const before = port
    onTestFinished(() => {
      port = before
    })
    port = Number(/open: http:\/\/[^:]+:(\d+)/.exec(node.said())?.[1])
    const opened = await Promise.all(Array.from({ length: 30 }, () => openStream(campaign)))
    await expect.poll(() => opened.every(({ events }) => events.length === 1)).toBe(true)
    const since = performance.now()
    const ended = node.end('SIGTERM')
    await expect.poll(() => opened.every(({ hasEnded }) => hasEnded)).toBe(true)
    expect(await ended).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})

async function openNow(): Promise<number | undefined> {
  return (await registry.getSingleMetric('minmin_streams_open')?.get())?.values[0]?.value
}

function commentsOf(text: string): number {
  return text.split(': 15 s\n\n').length - 1
}

const liveDeps = () => ({
  log: shop.app.log,
  db: shop.database.db,
  limits: shop.config.limits,
})

/** Streams without a server or a database, for what takes too long or too many connections. */
function openLiveGroups() {
  return createLiveGroups({ cache: { onChange: () => {} }, ...liveDeps() })
}

/** A read that never ends, so that only comments are sent. */
const neverRead = () => new Promise<undefined>(() => {})

/** A response of Node whose connection is nobody's. */
function unsentResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}
