import { formatMoney } from '#contract/money.ts'
import type { StatementOutcome } from '#contract/statement-lines.ts'
import { t } from '#contract/translate.ts'
import type { StatementEntry } from './parse-statement.ts'

/** A place of the account, as a line may be of it. */
export interface MatchedPlace {
  participationId: string
  name: string
  /** Still owed, in whole NT$. */
  open: number
  /** Last five digits of the account that the participant pays from, as entered. */
  lastFive: string | null
  /** Its ticks: sum, ending, and the day in Taipei. */
  receipts: readonly { amount: number; lastFive: string | null; day: string }[]
}

export interface MatchedLine extends StatementEntry {
  outcome: StatementOutcome
  why: string
  /** One where it is found. */
  participationIds: string[]
}

/**
 * Finds the place of each line by its sum and the last five digits of its account. Both have to be
 * those of one place alone, and of one line alone; everything less is left to the leader, with the
 * reason and the places that it may be of.
 */
export function matchStatement(
  entries: readonly StatementEntry[],
  places: readonly MatchedPlace[],
): MatchedLine[] {
  // Each tick explains one line.
  const ticks = places.flatMap(({ participationId, receipts }) =>
    receipts.map((receipt) => ({ ...receipt, participationId, isTaken: false })),
  )
  const lines = entries.map((entry) => {
    const tick = ticks.find(
      ({ isTaken, amount, lastFive, day }) =>
        !isTaken &&
        amount === entry.amount &&
        lastFive !== null &&
        entry.lastFives.includes(lastFive) &&
        (entry.day === undefined || entry.day === day),
    )
    if (entry.isIn === true && tick) {
      tick.isTaken = true
      return line(entry, 'known', t('已經登記過'), [tick.participationId])
    }
    return judge(entry, places)
  })
  const found = Map.groupBy(
    lines.filter(({ outcome }) => outcome === 'found'),
    ({ participationIds: [id] }) => id,
  )
  return lines.map((own) => {
    const [id] = own.participationIds
    return own.outcome === 'found' && (found.get(id)?.length ?? 0) > 1
      ? { ...own, outcome: 'unsure', why: t('有兩筆都符合同一個人，請選擇') }
      : own
  })
}

function line(
  entry: StatementEntry,
  outcome: StatementOutcome,
  why: string,
  participationIds: string[] = [],
): MatchedLine {
  return { ...entry, outcome, why, participationIds }
}

const idsOf = (places: readonly MatchedPlace[]) =>
  places.map(({ participationId }) => participationId)

function judge(entry: StatementEntry, places: readonly MatchedPlace[]): MatchedLine {
  const { amount, isIn, lastFives } = entry
  if (amount === undefined) return line(entry, 'skipped', t(entry.why ?? '不是交易'))
  if (isIn === false) return line(entry, 'skipped', t('支出'))
  const sameSum = places.filter(({ open }) => open === amount)
  const ofAccount = places.filter(
    ({ lastFive }) => lastFive !== null && lastFives.includes(lastFive),
  )
  const both = ofAccount.filter(({ open }) => open === amount)
  const [only] = both
  if (isIn === undefined) {
    const why = t('看不出是存入還是支出')
    const candidates = both.length > 0 ? both : sameSum
    return line(entry, candidates.length > 0 ? 'unsure' : 'unknown', why, idsOf(candidates))
  }
  if (only && both.length === 1) return line(entry, 'found', t('金額與後五碼相符'), idsOf(both))
  if (both.length > 1) {
    return line(
      entry,
      'unsure',
      t('金額與後五碼相符的有 {count} 人', { count: both.length }),
      idsOf(both),
    )
  }
  const [owner] = ofAccount
  if (owner) {
    const owing = ofAccount.filter(({ open }) => open > 0)
    const [first] = owing
    return first
      ? line(
          entry,
          'unsure',
          t('後五碼是 {name}，但應收 {open}，金額不同', {
            name: first.name,
            open: formatMoney(first.open),
          }),
          idsOf(owing),
        )
      : line(entry, 'unknown', t('後五碼是 {name}，已經收齊', { name: owner.name }))
  }
  if (sameSum.length === 0)
    return line(entry, 'unknown', t('沒有人應付 {amount}', { amount: formatMoney(amount) }))
  const named = sameSum.filter(({ name }) => name.length > 1 && entry.text.includes(name))
  const reason = lastFives.length > 0 ? t('後五碼沒有人填過') : t('看不到後五碼')
  const told = named.length > 0 ? t('，備註有姓名') : ''
  const candidates = named.length > 0 ? named : sameSum
  return line(
    entry,
    'unsure',
    t('{reason}，金額相符的有 {count} 人{told}', { reason, count: sameSum.length, told }),
    idsOf(candidates),
  )
}
