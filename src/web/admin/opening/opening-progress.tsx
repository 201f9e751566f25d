import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { OpeningState } from '#contract/opening.ts'
import { progressOf } from './opening-words.ts'

/** How many steps are done, in figures and as a bar. */
export function OpeningProgress({ state }: { state: OpeningState }) {
  const { done, total } = progressOf(state)
  return (
    <Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary', mb: 0.75 }}>
        {done === total ? '全部完成' : `完成 ${done} / ${total}`}
      </Box>
      <LinearProgress
        aria-label="開店準備的進度"
        variant="determinate"
        value={Math.round((100 * done) / total)}
        color="success"
        // The ground of its colour looks like a bar that is full.
        sx={{ height: 6, borderRadius: 3, bgcolor: 'divider' }}
      />
    </Box>
  )
}
