import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomFrom } from '../harness/random.ts'

/** How far a stage has come: written after each of its faults, so that a run can go on later. */
export interface Progress {
  faults: number
  /** Milliseconds, or counts of orders, by what was measured. */
  measures: Record<string, number[]>
}

/** The folder, the server and the state of a stage. */
export interface Workload {
  folder: string
  seed: number
  shoppers: number
  /** How many orders, on average, are acknowledged between two kills at least. */
  ordersPerKill: number
  /** How many requests are in flight when the server gets the signal. */
  openOrders: number
  /** The mutant that the server runs. */
  mutant?: string
  random: () => number
  progress: Progress
  log: (line: string) => void
  measure(name: string, value: number): void
  save(): Promise<void>
}

export interface WorkloadOptions {
  folder: string
  seed: number
  shoppers: number
  ordersPerKill?: number
  openOrders?: number
  mutant?: string
  log?: (line: string) => void
}

export async function openWorkload(name: string, options: WorkloadOptions): Promise<Workload> {
  const folder = join(options.folder, name)
  // PostgreSQL's own user has to enter it when root runs this.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const file = join(folder, 'progress.json')
  const progress = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Progress,
    (): Progress => ({ faults: 0, measures: {} }),
  )
  return {
    folder,
    seed: options.seed,
    shoppers: options.shoppers,
    ordersPerKill: options.ordersPerKill ?? 0,
    openOrders: options.openOrders ?? 200,
    mutant: options.mutant,
    random: randomFrom(options.seed),
    progress,
    log: (line) => options.log?.(`${name}: ${line}`),
    measure: (what, value) => {
      progress.measures[what] ??= []
      progress.measures[what].push(Math.round(value))
    },
    async save() {
      await writeFile(`${file}.new`, JSON.stringify(progress))
      await rename(`${file}.new`, file)
    },
  }
}

/** Every client of a harness comes from one address. */
export const serverEnv = { IDENTITY_LIMITS: '10000', DEMO_CAMPAIGNS: '0' }
