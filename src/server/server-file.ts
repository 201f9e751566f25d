import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** The process that serves the shop of a data folder, for the start that finds its place taken. */
interface ServerFile {
  pid: number
  /** Process ids mean nothing on another machine or in another container. */
  host: string
  port: number
}

const fileIn = (dataDir: string) => join(dataDir, 'server.json')

export function writeServerFile(dataDir: string, port: number): void {
  const file: ServerFile = { pid: process.pid, host: hostname(), port }
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(fileIn(dataDir), `${JSON.stringify(file)}\n`)
  } catch {
    // A folder that cannot be written costs a later start the name of this process, and no more.
  }
}

/** Leaves the file of another server alone. */
export function removeServerFile(dataDir: string): void {
  if (readServerFile(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true })
}

/** Undefined where none runs, or none that this machine knows. */
export function findServer(dataDir: string): { pid: number; port: number } | undefined {
  const file = readServerFile(dataDir)
  return file?.host === hostname() && isAlive(file.pid) ? file : undefined
}

function readServerFile(dataDir: string): ServerFile | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
