import type { CardContent } from '#contract/card.ts'
import type { Log } from '../../log.ts'
import { ownProgram } from '../../programs.ts'
import type { CardTask } from './draw-card.worker.ts'

export interface CardDrawer {
  /** The card as a JPEG; `picture` is a file of the shop's own. */
  draw(content: CardContent, picture: Buffer | undefined): Promise<Buffer>
  close(): Promise<void>
}

const idleTimeoutMs = 60_000

/**
 * Draws cards in a process of its own, at a low priority: one takes 0.2 s of a processor, which
 * requests would wait for otherwise. It starts with the first card and ends after a minute without.
 */
export function createCardDrawer(log: Log, concurrency: number): CardDrawer {
  let pool: ReturnType<typeof openPool> | undefined

  async function openPool() {
    const { Tinypool } = await import('tinypool')
    const opened = new Tinypool({
      filename: ownProgram('draw-card'),
      name: 'draw',
      runtime: 'child_process',
      serialization: 'advanced',
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: concurrency,
      idleTimeout: idleTimeoutMs,
    })
    // An idle process that somebody killed; the next card starts another.
    opened.on('error', (error) =>
      log.warn({ err: error }, 'the process that draws cards has ended'),
    )
    return opened
  }

  return {
    async draw(content, picture) {
      pool ??= openPool()
      const task: CardTask = { content, picture }
      try {
        return Buffer.from(await (await pool).run(task))
      } catch (error) {
        // An error of the process arrives as a plain object.
        const { message, stack } = error as Error
        throw new Error(`drawing a card: ${message}`, { cause: stack })
      }
    },
    close: async () => (await pool)?.destroy(),
  }
}
