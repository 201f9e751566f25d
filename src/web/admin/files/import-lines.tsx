import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { lineOutcomeLabels } from '#contract/file-kinds.ts'
import type { ImportLine } from '#contract/imports.ts'

const colors = { new: 'success', changed: 'primary', same: 'default', error: 'error' } as const

/** The lines of a file, each with what it would change or what is wrong with it. */
export function ImportLines({ lines }: { lines: ImportLine[] }) {
  if (lines.length === 0) return <Typography sx={{ py: 3 }}>沒有符合的資料</Typography>
  return (
    <Box component="ul" aria-label="檔案的列" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines.map((line) => (
        <Box key={line.line} component="li" sx={row}>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {line.place ?? `第 ${line.line} 列`}
          </Typography>
          <Chip
            size="small"
            variant={line.outcome === 'same' ? 'outlined' : 'filled'}
            color={colors[line.outcome]}
            label={lineOutcomeLabels[line.outcome]}
          />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600 }}>{line.title}</Box>
            {line.errors.map(({ column, reason }) => (
              <Typography key={`${column} ${reason}`} variant="body2" color="error">
                {column && `${column}：`}
                {reason}
              </Typography>
            ))}
            {line.changes.map(({ column, before, after, notice }) => (
              <Typography key={column} variant="body2">
                {column}：{before !== '' && <del>{before}</del>}
                {before !== '' && ' → '}
                {after === '' ? '（空白）' : after}
                {notice && `（${notice}）`}
              </Typography>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'auto 1fr', sm: 'minmax(80px, auto) 64px 1fr' },
  columnGap: 1.5,
  rowGap: 0.5,
  alignItems: 'start',
  justifyItems: 'start',
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  '& > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const
