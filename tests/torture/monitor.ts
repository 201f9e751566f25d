interface Waiting {
  sentAfter: number
  resolve: (at: number) => void
}

/** Counts the answers of all shoppers. */
export class Monitor {
  readonly answers = new Map<string, number>()
  acknowledged = 0
  #waiting: Waiting[] = []
  #waitingForAnswer: (() => void)[] = []

  answered(call: string, status: number): void {
    const name = `${call} ${status === 0 ? 'no answer' : status}`
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
    for (const resolve of this.#waitingForAnswer.splice(0)) resolve()
  }

  /** Settles with the next answer to anybody, whatever it is. */
  nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingForAnswer.push(resolve)
    })
  }

  acknowledgedOrder(sentAt: number): void {
    this.acknowledged += 1
    const now = performance.now()
    this.#waiting = this.#waiting.filter(({ sentAfter, resolve }) => {
      if (sentAt < sentAfter) return true
      resolve(now)
      return false
    })
  }

  /** When the first order is acknowledged that is sent after now. */
  nextAcknowledged(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push({ sentAfter: performance.now(), resolve })
    })
  }

  /** Answers that no fault excuses: only 503 is allowed during one. */
  get faults(): string[] {
    return [...this.answers]
      .filter(([name]) => / 5\d\d$/.test(name) && !name.endsWith(' 503'))
      .map(([name, times]) => `answered ${name}: ${times}`)
  }
}
