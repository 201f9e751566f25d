import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { importPresetLabels } from '#contract/import-presets.ts'
import type { ImportMatching } from '#contract/imports.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'

interface ColumnTableProps {
  matching: ImportMatching
  isSending: boolean
  /** Reads the file anew, with what was chosen by heading; empty leaves a column out. */
  onChoose: (columns: Record<string, string>) => void
}

/** Shows the field that each column of a file is taken for, and lets the owner say otherwise. */
export function ColumnTable({ matching, isSending, onChoose }: ColumnTableProps) {
  const { columns, fields, preset } = matching
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [showsOthers, setShowsOthers] = useState(false)
  const known = columns.filter(({ field }) => field !== undefined)
  const others = columns.filter(({ field }) => field === undefined)
  // Of a file that nobody knows there is nothing else to show.
  const isOpen = showsOthers || known.length === 0
  return (
    <Panel title="欄位對應">
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        {importPresetLabels[preset]}：對應 {known.length} 欄，略過 {others.length} 欄。
        改過的對應會記住，下次同樣的檔案直接套用。
      </Typography>
      <Box component="ul" aria-label="檔案的欄位" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {[...known, ...(isOpen ? others : [])].map(({ word, field = '', sample }) => (
          <Box key={word} component="li" sx={row}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ fontWeight: 600 }}>{word}</Box>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {sample === '' ? '（空白）' : sample}
              </Typography>
            </Box>
            <TextField
              select
              size="small"
              label={`「${word}」是`}
              value={chosen[word] ?? field}
              onChange={({ target }) => setChosen({ ...chosen, [word]: target.value })}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              <option value="">略過</option>
              {fields.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </TextField>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
        {!isOpen && others.length > 0 && (
          <Button color="inherit" sx={{ minHeight: 44 }} onClick={() => setShowsOthers(true)}>
            顯示略過的 {others.length} 欄
          </Button>
        )}
        <ActionButton
          variant="outlined"
          color="inherit"
          sx={{ minHeight: 44, ml: 'auto' }}
          isLoading={isSending}
          disabled={Object.keys(chosen).length === 0}
          onClick={() => onChoose(chosen)}
        >
          套用並重新預覽
        </ActionButton>
      </Box>
    </Panel>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 280px' },
  gap: 1,
  alignItems: 'center',
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const
