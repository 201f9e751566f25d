import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { openDatabaseProxy } from '../testing/doubles/database-proxy.ts'
import { connect } from './connect.ts'
import { listenTo } from './listen.ts'

const eventually = (check: () => void) => vi.waitFor(check, { interval: 20 })

it('notices a connection that fell silent, and listens again (H4)', async () => {
  const testDatabase = await createTestDatabase({ isBare: true })
  onTestFinished(() => testDatabase.drop())
  const database = connect(testDatabase.url, { poolSize: 1 })
  onTestFinished(() => database.close())
  const proxy = await openDatabaseProxy(testDatabase.url)
  onTestFinished(() => proxy.close())
  const lines: string[] = []
  const onMessage = vi.fn()
  const onLost = vi.fn()
  const listening = listenTo({
    url: proxy.url,
    channels: ['news'],
    onMessage,
    onLost,
    log: pino({}, { write: (line) => lines.push(line) }),
    probe: { everyMs: 50, withinMs: 1_000 },
  })
  onTestFinished(() => listening.close())
  await eventually(() => expect(onMessage).toHaveBeenCalledWith())

  proxy.freeze()
  await eventually(() => expect(onLost).toHaveBeenCalled())
  await eventually(() => expect(lines.join('')).toContain('a listener could not connect'))

  onMessage.mockClear()
  await proxy.restore()
  await eventually(() => expect(onMessage).toHaveBeenCalledWith())
  await database.pool.query(`notify news, 'back'`)
  await eventually(() =>
    expect(onMessage).toHaveBeenCalledWith({ channel: 'news', payload: 'back' }),
  )
})
