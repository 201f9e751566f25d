import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** The CPU time of a process so far, in ms; undefined where there is no /proc. */
export async function processorMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the program, in brackets, may hold spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return ((user + system) * 1000) / ticksPerSecond
}

/** The resident memory of a process, in MB; undefined where there is no /proc. */
export async function memoryMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
