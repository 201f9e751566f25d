import { useSearchParams } from 'react-router'
import type { ReportRange } from '#contract/reports.ts'

export const rangeLabels: Record<ReportRange, string> = {
  today: '今日',
  yesterday: '昨日',
  '7d': '近 7 日',
  '30d': '近 30 日',
  month: '本月',
  last_month: '上月',
}

const isRange = (text: string): text is ReportRange => text in rangeLabels

interface ReportQuery {
  range?: ReportRange
  from?: string
  to?: string
}

/** The range of the address: a name, or two days. */
export function useRange() {
  const [search, setSearch] = useSearchParams()
  const name = search.get('range') ?? 'today'
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const isOwn = name === 'own'
  const query: ReportQuery = isOwn ? { from, to } : { range: isRange(name) ? name : 'today' }
  return {
    query,
    isOwn,
    /** Two days that a report can be asked for. */
    isWhole: !isOwn || (from !== '' && to !== ''),
    choose: (next: ReportRange) => setSearch({ range: next }),
    chooseOwn: (days: { from: string; to: string }) => setSearch({ range: 'own', ...days }),
    from,
    to,
  }
}

export type ChosenRange = ReturnType<typeof useRange>
