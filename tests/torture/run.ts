import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Findings } from './audit.ts'
import { loseOrders } from './control.ts'
import { cutAtCommits } from './cuts.ts'
import { fillDisk } from './full-disk.ts'
import { killAgainAndAgain } from './kills.ts'
import { killNodes } from './nodes.ts'
import { stopUnderLoad } from './stops.ts'
import { openWorkload, type Progress, type Workload } from './workload.ts'

export interface TortureOptions {
  /** How often each fault happens; a stage of none is left out. */
  serverKills?: number
  databaseKills?: number
  cuts?: number
  nodeKills?: number
  stops?: number
  /** How many orders are open at a stop. */
  openOrders?: number
  fullDisks?: number
  /**
   * Kills in the control run, whose PostgreSQL answers before it has written: losses must be found.
   */
  controlRun?: number
  shoppers: number
  ordersPerKill?: number
  seed: number
  mutant?: string
  /** The folder of an interrupted run, to resume it. */
  folder?: string
  log?: (line: string) => void
}

export interface StageReport {
  stage: string
  findings: Findings
  progress: Progress
}

/**
 * One stage for each kind of fault: shoppers order and pay while it happens, then their ledgers are
 * compared with the database. The folder of a run that fails or is stopped is not removed.
 */
export async function torture(options: TortureOptions): Promise<StageReport[]> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'minmin-torture-')))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  options.log?.(`in ${folder}`)
  const reports: StageReport[] = []
  for (const [stage, play] of stagesOf(options)) {
    const workload = await openWorkload(stage.replaceAll(' ', '-'), { ...options, folder })
    const findings = await play(workload)
    await workload.save()
    reports.push({ stage, findings, progress: workload.progress })
  }
  await rm(folder, { recursive: true, force: true })
  return reports
}

type Play = (workload: Workload, times: number) => Promise<Findings>

/** The stages that have anything to do, in their order. */
function stagesOf(
  options: TortureOptions,
): [stage: string, play: (workload: Workload) => Promise<Findings>][] {
  const { serverKills = 0, databaseKills = 0, cuts = 0, nodeKills = 0 } = options
  const { stops = 0, fullDisks = 0, controlRun = 0 } = options
  const kill: Play = (workload) =>
    killAgainAndAgain(workload, { server: serverKills, database: databaseKills })
  const stages: [string, number, Play][] = [
    ['kills', serverKills + databaseKills, kill],
    ['cuts', cuts, cutAtCommits],
    ['nodes', nodeKills, killNodes],
    ['stops', stops, stopUnderLoad],
    ['full disk', fullDisks, fillDisk],
    ['control', controlRun, loseOrders],
  ]
  return stages
    .filter(([, times]) => times > 0)
    .map(([stage, times, play]) => [stage, (workload) => play(workload, times)])
}
