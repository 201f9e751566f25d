import { setTimeout as delay } from 'node:timers/promises'
import type { BenchShop } from './bench-shop.ts'
import { memoryMb } from './processes.ts'
import { median } from './report.ts'

export interface StartUp {
  /** From the start of the process to its first answer, with a database that is there. */
  startMs: number
  /** Of a server that has answered one call, some seconds later. */
  idleMb: number | undefined
}

export async function measureStart(shop: BenchShop, times: number): Promise<StartUp> {
  const starts: number[] = []
  const memories: number[] = []
  for (let time = 0; time < times; time++) {
    const server = await shop.another()
    const begin = performance.now()
    await server.start()
    try {
      starts.push(performance.now() - begin)
      await delay(2_000)
      const memory = await memoryMb(server.pid)
      if (memory !== undefined) memories.push(memory)
    } finally {
      await server.stop()
    }
  }
  return {
    startMs: median(starts),
    idleMb: memories.length > 0 ? median(memories) : undefined,
  }
}
