import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runAs } from './run-as.ts'

interface PostmasterFile {
  pid: number
  socketFolder: string
  ready: boolean
}

/** What a running PostgreSQL says of itself in its data folder. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFile(cluster), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

export function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

interface Process {
  pid: number
  command: string[]
}

/** Stands in the title of each backend, so that a leftover one is known for ours. */
export function clusterName(cluster: string): string {
  return `minmin-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
}

/** The postmaster of a cluster and what is left of its backends, known by their command lines. */
export async function processesOf(cluster: string): Promise<number[]> {
  const title = `postgres: ${clusterName(cluster)}: `
  const found = (await listProcesses()).filter(({ command }) => {
    const [name = '', ...args] = command
    if (name.startsWith(title)) return true
    return /\bpostgres$/.test(name) && args.includes('-D') && args.includes(cluster)
  })
  return found.map(({ pid }) => pid)
}

/** True of another program and of a dead process that nobody has buried; both keep the number. */
export async function isNoPostgres(pid: number): Promise<boolean> {
  const found = (await listProcesses()).find((process) => process.pid === pid)
  return found !== undefined && !basename(found.command[0] ?? '').startsWith('postgres')
}

async function listProcesses(): Promise<Process[]> {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

// Command lines may be read by everyone, where the working folder or program of a process may not.
async function fromProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  return Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return { pid, command: line.split('\0') }
    }),
  )
}

async function fromPs(): Promise<Process[]> {
  const { output } = await runAs(undefined, 'ps', ['-axww', '-o', 'pid=,command='])
  return output.split('\n').map((line) => {
    const [, pid = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? []
    if (command.startsWith('postgres: ')) return { pid: Number(pid), command: [command] }
    const [program = '', folder] = command.split(/ -D | -c /)
    return { pid: Number(pid), command: folder ? [program, '-D', folder] : [program] }
  })
}
