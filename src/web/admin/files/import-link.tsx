import UploadIcon from '@mui/icons-material/Upload'
import { useNavigate } from 'react-router'
import type { ImportKind } from '#contract/file-kinds.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { importPermission } from './import-words.ts'

/** The button of a list that leads to its import. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate()
  return (
    <ActionButton
      permission={importPermission(kind)}
      variant="outlined"
      color="inherit"
      startIcon={<UploadIcon />}
      sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
      onClick={() => void navigate(paths.adminImport(kind))}
    >
      {kind === 'shipments' ? '匯入貨運單號' : '匯入'}
    </ActionButton>
  )
}
