import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { accountApi } from '#contract/account.ts'
import { useApiMutation } from '../../api/queries.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecretField } from './secret-field.tsx'

interface Props {
  totpKey: { secret: string; uri: string }
  onClose: () => void
}

/** Shows the key; the second factor is on once a code of it was typed. */
export function EnableTotpDialog({ totpKey, onClose }: Props) {
  const [code, setCode] = useState('')
  const enable = useApiMutation(accountApi.enableTotp, {
    toast: 'none',
  })
  return (
    <DialogFrame
      title="啟用兩步驟驗證"
      maxWidth="xs"
      fillsSmallScreen
      {...(enable.data && { escape: 'ignore' })}
      onClose={onClose}
      onSubmit={() => {
        if (!enable.isPending && !enable.data) enable.mutate({ data: { code } })
      }}
    >
      {enable.data ? (
        <RecoveryCodes codes={enable.data.recovery_codes} onClose={onClose} />
      ) : (
        <>
          <DialogContent dividers sx={dialogRows}>
            <Typography variant="body2">
              1. 用驗證器 App（例如 Google Authenticator）掃描 QR code，或輸入下方的金鑰。
            </Typography>
            <Box sx={{ justifySelf: 'center' }}>
              <QrCode text={totpKey.uri} size={200} label="QR code" />
            </Box>
            <Typography
              aria-label="金鑰"
              sx={{ fontFamily: 'monospace', textAlign: 'center', overflowWrap: 'anywhere' }}
            >
              {totpKey.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Typography>
            <Typography variant="body2">2. 輸入 App 顯示的 6 位數驗證碼。</Typography>
            <SecretField
              label="驗證碼"
              autoComplete="one-time-code"
              autoFocus
              value={code}
              onChange={setCode}
              error={enable.error?.message}
            />
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              取消
            </Button>
            <ActionButton type="submit" variant="contained" isLoading={enable.isPending}>
              啟用
            </ActionButton>
          </DialogActions>
        </>
      )}
    </DialogFrame>
  )
}
