interface Waiting {
  sentAfter: number
  told: (at: number) => void
}

/** What all shoppers together have seen, while they shop. */
export class Monitor {
  readonly answers = new Map<string, number>()
  acknowledged = 0
  #waiting: Waiting[] = []
  #waitingForAnswer: (() => void)[] = []

  answered(call: string, status: number): void {
    const name = `${call} ${status === 0 ? 'no answer' : status}`
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
    for (const told of this.#waitingForAnswer.splice(0)) told()
  }

  /** Settles with the next answer to anybody, whatever it is. */
  nextAnswer(): Promise<void> {
    return new Promise((told) => {
      this.#waitingForAnswer.push(told)
    })
  }

  acknowledgedOrder(sentAt: number): void {
    this.acknowledged += 1
    const now = performance.now()
    this.#waiting = this.#waiting.filter(({ sentAfter, told }) => {
      if (sentAt < sentAfter) return true
      told(now)
      return false
    })
  }

  /** When the first order is acknowledged that is sent after now. */
  nextAcknowledged(): Promise<number> {
    return new Promise((told) => {
      this.#waiting.push({ sentAfter: performance.now(), told })
    })
  }

  /** Answers that no fault excuses: 503 is the one that a server gives while it cannot. */
  get faults(): string[] {
    return [...this.answers]
      .filter(([name]) => / 5\d\d$/.test(name) && !name.endsWith(' 503'))
      .map(([name, times]) => `answered ${name}: ${times}`)
  }
}
