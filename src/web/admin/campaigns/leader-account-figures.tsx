import Box from '@mui/material/Box'
import type { LeaderSums } from '#contract/leader-money.ts'
import { Amount } from '../ui/amount.tsx'

/** In the order in which money goes: from the participants to the leader, and on to the shop. */
export const accountFigures: readonly { label: string; of: (sums: LeaderSums) => number }[] = [
  { label: '應收', of: ({ expected }) => expected },
  { label: '團主已收', of: ({ received }) => received },
  { label: '已交店家', of: ({ handed_over: handedOver }) => handedOver },
  { label: '差額', of: ({ difference }) => difference },
]

/** Announced hand-overs, and booked money that pays no order yet. */
export function accountNotes({ announced, unallocated }: LeaderSums) {
  return [
    announced > 0 && { label: '待確認交款', value: announced },
    unallocated > 0 && { label: '未分配到訂單', value: unallocated },
  ].filter((note) => note !== false)
}

export function AccountFigures({ sums }: { sums: LeaderSums }) {
  const shown = [
    ...accountFigures.map(({ label, of }) => ({ label, value: of(sums) })),
    ...accountNotes(sums),
  ]
  return <Figures figures={shown} />
}

/** Amounts in NT$ side by side, each under its label. */
export function Figures(props: {
  label?: string
  figures: readonly { label: string; value: number }[]
}) {
  return (
    <Box component="dl" aria-label={props.label} sx={grid}>
      {props.figures.map(({ label, value }) => (
        <Box key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
            <Amount value={value} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const grid = {
  display: 'grid',
  gap: 1.5,
  m: 0,
  gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
} as const
