import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The user of whom PostgreSQL and PgBouncer run: both refuse root. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The command of a program: that of the variable of its name, such as PGBOUNCER, or the one of PATH;
 * undefined where there is none.
 */
export function findProgram(name: string): string[] | undefined {
  const named = process.env[name.toUpperCase()]
  if (named) return named.split(' ')
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return [name]
  } catch {
    return undefined
  }
}

/** Why a program cannot be used here; undefined: it can. */
export function whyNot(name: string, least?: [number, number]): string | undefined {
  const command = findProgram(name)
  if (!command) return `${name} is not installed`
  if (!least) return undefined
  const [file = '', ...args] = command
  const said = execFileSync(file, [...args, '--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number)
  const isEnough = major > least[0] || (major === least[0] && minor >= least[1])
  return isEnough ? undefined : `${name} ${major}.${minor} is older than ${least.join('.')}`
}

export interface RunningProgram {
  readonly pid: number
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program whose output goes to a file, and waits until it listens on the port. */
export async function startProgram(options: {
  command: readonly string[]
  logFile: string
  port: number
  account?: Account | undefined
  env?: NodeJS.ProcessEnv
}): Promise<RunningProgram> {
  const { command, logFile, port, account, env = {} } = options
  const [file = '', ...args] = command
  const log = openSync(logFile, 'a')
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const endToo = () => child.kill('SIGKILL')
  process.once('exit', endToo)
  child.once('exit', () => process.off('exit', endToo))
  for (const giveUpAt = Date.now() + 60_000; !(await listens(port)); await delay(50)) {
    if (hasEnded(child) || Date.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${file} does not listen on ${port}; see ${logFile}`)
    }
  }
  return {
    pid: child.pid ?? 0,
    async kill(signal) {
      if (hasEnded(child)) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

export function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
