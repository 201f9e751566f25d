import DownloadIcon from '@mui/icons-material/Download'
import { useState } from 'react'
import type { ExportKind } from '#contract/file-kinds.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ExportDialog } from './export-dialog.tsx'

interface ExportButtonProps {
  kind: ExportKind
  /** The query of the list that is exported. */
  filter: Record<string, string>
}

export function ExportButton({ kind, filter }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        permission="data.export"
        variant="outlined"
        color="inherit"
        startIcon={<DownloadIcon />}
        sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
        onClick={() => setOpen(true)}
      >
        匯出
      </ActionButton>
      {isOpen && <ExportDialog kind={kind} filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}
