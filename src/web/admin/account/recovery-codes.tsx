import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { copyText } from '../../ui/copy-text.ts'
import { dialogRows } from '../ui/dialog-rows.ts'

/** The codes, which nothing shows again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <>
      <DialogContent dividers sx={dialogRows}>
        <Alert severity="warning">
          手機遺失時，每組備援碼可以代替驗證碼使用一次。請現在保存，關閉後不會再顯示。
        </Alert>
        <Box component="ul" aria-label="備援碼" sx={list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => copyText(codes.join('\n'), '已複製備援碼')}>
          複製
        </Button>
        <Button variant="contained" onClick={onClose}>
          我已保存
        </Button>
      </DialogActions>
    </>
  )
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 2,
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 1,
  textAlign: 'center',
  fontFamily: 'monospace',
  fontSize: '1rem',
  bgcolor: 'background.default',
  borderRadius: 1,
} as const
