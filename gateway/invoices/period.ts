import { toTaipeiDay } from '../taipei-time.ts'

/** Two months in Taipei, for which numbers are given out. */
export interface Period {
  /** Its first month, `yyyy-MM`. */
  id: string
  year: number
  /** 1 to 6. */
  term: number
}

export function periodOf(at: Date): Period {
  const [year = 0, month = 0] = toTaipeiDay(at).split('-').map(Number)
  return toPeriod(year, Math.ceil(month / 2))
}

export function toPeriod(year: number, term: number): Period {
  return { id: `${year}-${twoDigits(term * 2 - 1)}`, year, term }
}

export function isLater(period: Period, other: Period): boolean {
  return period.id > other.id
}

/** The last instant at which what was issued in a period can be made void: the 13th after it, in Taipei. */
export function lastVoidAt(issuedAt: Date): Date {
  const { year, term } = periodOf(issuedAt)
  const next = term === 6 ? toPeriod(year + 1, 1) : toPeriod(year, term + 1)
  return new Date(`${next.id}-13T23:59:59.999+08:00`)
}

/** Two letters of a period, other ones for each. */
export function trackOf({ year, term }: Period): string {
  const index = (year - 2000) * 6 + term
  const letter = (at: number) => String.fromCharCode('A'.charCodeAt(0) + (at % 26))
  return `${letter(Math.floor(index / 26))}${letter(index)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
