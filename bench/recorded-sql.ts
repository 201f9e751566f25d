import pg from 'pg'
import { makeId } from '../src/server/db/id.ts'

interface Statement {
  name: string | undefined
  text: string
  values: unknown[]
}

/** Statements that were sent before the one ahead of them was answered stand in one batch. */
export type Recording = Statement[][]

/** What the server's own rounds ask for meanwhile. */
const notOfRequests = /mail_outbox|rate_limits|fold_list_changes/

/**
 * Notes the SQL that a server within this process sends, so that the same SQL can be run without
 * the server.
 */
export class SqlRecorder {
  #batches: Recording = []
  #open = 0
  readonly #query = pg.Client.prototype.query

  constructor() {
    const recorder = this
    const query = this.#query
    pg.Client.prototype.query = function recorded(this: pg.Client, ...args: unknown[]) {
      const ended = recorder.#note(args)
      if (!ended) return Reflect.apply(query, this, args)
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        args[args.length - 1] = (...results: unknown[]) => {
          ended()
          callback(...results)
        }
      }
      const answer = Reflect.apply(query, this, args)
      if (answer instanceof Promise) answer.then(ended, ended)
      return answer
    } as typeof query
  }

  async of(work: () => Promise<void>): Promise<Recording> {
    this.#batches = []
    await work()
    return this.#batches
  }

  stop(): void {
    pg.Client.prototype.query = this.#query
  }

  /** Notes one statement, and gives what to call at its end. */
  #note([first, second]: unknown[]): (() => void) | undefined {
    const config = (typeof first === 'string' ? { text: first } : first) as Partial<Statement>
    if (config.text === undefined || notOfRequests.test(config.text)) return undefined
    const values = config.values ?? (Array.isArray(second) ? second : [])
    const statement = { name: config.name, text: config.text, values }
    const batch = this.#open > 0 ? this.#batches.at(-1) : undefined
    if (batch) batch.push(statement)
    else this.#batches.push([statement])
    this.#open++
    return () => {
      this.#open--
    }
  }
}

const id = /^-[0-9A-Za-z_-]{19}$/

/**
 * Runs recorded SQL once more on a connection of its own. `known` gives what stands for a value of
 * the recording now; an id that is not known was made by the server, and is made anew.
 */
export async function replay(
  client: pg.ClientBase,
  recording: Recording,
  known: ReadonlyMap<unknown, unknown>,
): Promise<void> {
  const made = new Map<unknown, unknown>()
  const now = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(now)
    const replaced = known.get(value) ?? made.get(value)
    if (replaced !== undefined) return replaced
    if (typeof value !== 'string') return value
    if (id.test(value)) made.set(value, makeId())
    return made.get(value) ?? value
  }
  for (const batch of recording) {
    await Promise.all(
      batch.map(({ name, text, values }) =>
        client.query({ ...(name && { name }), text, values: values.map(now) }),
      ),
    )
  }
}
