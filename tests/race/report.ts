import type { Reply } from './held-request.ts'
import type { Scenario } from './scenario.ts'

interface ScenarioCounts {
  ids: string
  rounds: number
  kills: number
  /** How often each status was answered; 0 is a connection that was lost by a kill. */
  statuses: Record<string, number>
}

interface Found {
  scenario: string
  round: number
  sentence: string
}

/** The rounds and violations of a run; stored as JSON to resume a long run. */
export class Report {
  rounds = 0
  deadlocks = 0
  scenarios: Record<string, ScenarioCounts> = {}
  violations: Found[] = []

  static from(saved: Partial<Report>): Report {
    return Object.assign(new Report(), saved)
  }

  count({ name, ids }: Scenario, replies: Reply[], hasKill: boolean): void {
    this.scenarios[name] ??= { ids, rounds: 0, kills: 0, statuses: {} }
    const counts = this.scenarios[name]
    counts.rounds++
    if (hasKill) counts.kills++
    for (const { status } of replies) {
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
    }
  }

  totals(): { requests: number; unavailable: number } {
    const all = Object.values(this.scenarios).flatMap(({ statuses }) => Object.entries(statuses))
    const sum = (of: typeof all) => of.reduce((total, [, count]) => total + count, 0)
    return { requests: sum(all), unavailable: sum(all.filter(([status]) => status === '503')) }
  }

  violate(found: Found): void {
    this.violations.push(found)
  }

  lines(): string[] {
    const lines = Object.entries(this.scenarios)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, { ids, rounds, kills, statuses }]) => {
        const answers = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
        const killed = kills > 0 ? `, ${kills} with a kill` : ''
        return `${name} (${ids}): ${rounds} rounds${killed}; ${answers.join(', ')}`
      })
    const found = this.violations.map(
      ({ scenario, round, sentence }) => `VIOLATION in round ${round}, ${scenario}: ${sentence}`,
    )
    const { requests, unavailable } = this.totals()
    return [
      ...lines,
      ...found,
      `${this.rounds} rounds, ${requests} requests, ${this.violations.length} violations; ${unavailable} answers of 503, ${this.deadlocks} deadlocks that PostgreSQL broke`,
    ]
  }
}
