import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { adminExportApi } from '#contract/files.ts'
import type { Run } from '#contract/runs.ts'
import { paths } from '../../paths.ts'
import { useCsvDownload } from '../download-csv.ts'
import { runName } from '../runs/run-words.ts'
import { ActionButton } from '../ui/action-button.tsx'

/** The file of an export, and the preview of an import that waits to be started. */
export function FileButtons({ run }: { run: Run }) {
  const download = useCsvDownload()
  if (run.action === 'import' && run.state === 'ready') {
    return (
      <Button
        component={RouterLink}
        to={paths.adminImport(run.kind, run.id)}
        variant="outlined"
        color="inherit"
        sx={button}
      >
        預覽
      </Button>
    )
  }
  if (run.has_file === undefined) return null
  if (!run.has_file) {
    return (
      <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
        檔案已過期
      </Typography>
    )
  }
  return (
    <ActionButton
      about={runName(run)}
      variant="outlined"
      color="inherit"
      isLoading={download.isPending}
      onClick={() => download.mutate({ endpoint: adminExportApi.file, params: { id: run.id } })}
      sx={button}
    >
      下載
    </ActionButton>
  )
}

const button = { minHeight: 44, minWidth: 88 } as const
