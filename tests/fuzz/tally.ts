import type { Answer } from './client.ts'
import type { FuzzCase } from './fuzz-case.ts'

export interface Finding {
  seed: number
  number: number
  faults: string[]
  /** How often the same was found. */
  times: number
  request: FuzzCase | null
  answer: string
}

interface Outcome {
  number: number
  request: FuzzCase
  answer: Answer
  faults: string[]
}

/** Counts the answers, and stores the first of each kind of finding. */
export class Tally {
  readonly seed: number
  readonly #startedAt = Date.now()
  readonly #findings = new Map<string, Finding>()
  /** Answers by operation and status. */
  readonly answers = new Map<string, Map<number, number>>()
  readonly identities = new Set<string>()
  readonly kinds = new Set<string>()
  sent = 0
  /** Retried requests, because the server was busy or had closed the connection. */
  repeated = 0
  /** Calls that prepared and checked the rounds. */
  sentBySide = 0

  constructor(seed: number) {
    this.seed = seed
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  get perSecond(): number {
    return Math.round(this.sent / ((Date.now() - this.#startedAt) / 1000))
  }

  note({ number, request, answer, faults }: Outcome): void {
    this.sent += 1
    this.identities.add(request.identity)
    this.kinds.add(request.kind)
    const statuses = this.answers.get(request.operation) ?? new Map<number, number>()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    this.answers.set(request.operation, statuses)
    if (faults.length > 0) this.#keep({ number, request, answer: excerpt(answer), faults })
  }

  noteOfRound(fault: string, from: number, to: number): void {
    const faults = [`after requests ${from} to ${to}: ${fault}`]
    this.#keep({ number: from, request: null, answer: '', faults })
  }

  line(number: number): string {
    const statuses = new Map<number, number>()
    for (const counts of this.answers.values()) {
      for (const [status, count] of counts)
        statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
    return `${number}: ${this.findings.length} findings, ${this.perSecond}/s, ${counts.join(', ')}`
  }

  #keep(found: Omit<Finding, 'seed' | 'times'>): void {
    const { request, faults } = found
    const same = `${request?.operation} ${faults[0]?.replace(/[0-9]+/g, '#').slice(0, 60)}`
    const known = this.#findings.get(same)
    if (known) known.times += 1
    else this.#findings.set(same, { seed: this.seed, times: 1, ...found })
  }
}

function excerpt({ status, headers, text }: Answer): string {
  return `${status} ${headers['content-type'] ?? ''}\n${text.slice(0, 1_000)}`
}
