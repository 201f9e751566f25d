import Box from '@mui/material/Box'
import type { ReportRange } from '#contract/reports.ts'
import { DayFilter } from '../lists/find/day-filter.tsx'
import { OptionFilter } from '../lists/find/option-filter.tsx'
import { type ChosenRange, rangeLabels } from './use-range.ts'

const options = [
  ...Object.entries(rangeLabels).map(([value, label]) => ({ value, label })),
  { value: 'own', label: '自訂' },
]

export function RangeField({ range }: { range: ChosenRange }) {
  const { query, isOwn, from, to } = range
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5 }}>
      <OptionFilter
        label="期間"
        value={isOwn ? 'own' : (query.range ?? 'today')}
        options={options}
        onSearch={(value) => {
          if (value === 'own') range.chooseOwn({ from, to })
          else range.choose(value as ReportRange)
        }}
      />
      {isOwn && (
        <>
          <DayFilter
            label="開始"
            value={from}
            onSearch={(day) => range.chooseOwn({ from: day, to })}
          />
          <DayFilter
            label="結束"
            value={to}
            onSearch={(day) => range.chooseOwn({ from, to: day })}
          />
        </>
      )}
    </Box>
  )
}
