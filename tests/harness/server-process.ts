import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureServerBuilt } from '../../scripts/lib/ensure-built.mjs'
import { serverArgs, serverEnv } from '../../scripts/lib/server-env.mjs'
import { freePort } from '../../src/server/testing/free-port.ts'

const root = join(import.meta.dirname, '../..')
const answersWithinMs = 180_000

interface ServerOptions {
  /** Added to the environment: DATABASE_URL for a node over another's database, limits, ... */
  env?: NodeJS.ProcessEnv
  /** Another version of the source than this one. */
  root?: string
  /** The mutant of mutants.ts that this server runs. */
  mutant?: string
}

/** The real server over one data folder, started, killed and started again. */
export class ServerProcess {
  readonly address: string
  readonly #env: NodeJS.ProcessEnv
  readonly #root: string
  readonly #mutantArgs: string[]
  readonly #program: string
  #child: ChildProcess | undefined
  #output = ''
  #reportEnd: (error: Error) => void = () => {}

  private constructor(port: number, dataDir: string, options: ServerOptions) {
    this.address = `http://127.0.0.1:${port}`
    this.#mutantArgs = options.mutant
      ? ['--import', join(root, 'tests/harness/apply-mutant.ts')]
      : []
    this.#root = options.root ?? root
    // A mutant changes the sources, and another version may be built in another way.
    const isOfSources = options.mutant !== undefined || options.root !== undefined
    this.#program = isOfSources ? 'src/server/main.ts' : 'dist/server/main.mjs'
    this.#env = {
      ...serverEnv,
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      WEB_DIR: join(dataDir, 'no-web'),
      LOG_LEVEL: 'silent',
      // All the clients of a harness have one address.
      WRITE_LIMITS: '10000',
      ...options.env,
      ...(options.mutant && { MUTANT: options.mutant }),
    }
  }

  static async over(dataDir: string, options: ServerOptions = {}): Promise<ServerProcess> {
    ensureServerBuilt()
    return new ServerProcess(await freePort(), dataDir, options)
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [...serverArgs, ...this.#mutantArgs, join(this.#root, this.#program)],
      {
        cwd: this.#root,
        env: this.#env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    this.#child = child
    this.#output = ''
    // A harness that is ended leaves no server behind.
    const endToo = () => child.kill('SIGTERM')
    process.once('exit', endToo)
    child.once('exit', (code, signal) => {
      process.off('exit', endToo)
      if (this.#child !== child) return
      this.#reportEnd(new Error(`The server ended (${signal ?? code}). It said:\n${this.#output}`))
    })
    child.stdout?.on('data', (text) => this.#note(text))
    child.stderr?.on('data', (text) => this.#note(text))
    const giveUpAt = Date.now() + answersWithinMs
    while (!(await this.#answers())) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      if (hasEnded || Date.now() > giveUpAt) {
        // A server that was killed while it started may have a successor by now.
        if (this.#child === child) await this.kill()
        throw new Error(`The server did not start. It said:\n${this.#output}`)
      }
      await delay(25)
    }
  }

  /** Of the process that runs now. */
  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('the server does not run')
    return pid
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Its exit code; null when it did not run. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  /** Rejects when the server ends without having been killed here: that is a finding. */
  readonly endedByItself: Promise<never> = new Promise((_, reject) => {
    this.#reportEnd = reject
  })

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = await exit
    return code
  }

  /** Every process of the node: one that has just begun may answer for one that is still starting. */
  async #answers(): Promise<boolean> {
    if (!this.#output.includes(' is open: ')) return false
    try {
      const response = await fetch(`${this.address}/v2/api/shopping-minmin/cart`)
      return response.ok
    } catch {
      return false
    }
  }

  #note(text: unknown): void {
    this.#output = `${this.#output}${text}`.slice(-10_000)
  }
}
