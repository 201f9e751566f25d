import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { type Account, accountApi } from '#contract/account.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { EnableTotpDialog } from './enable-totp-dialog.tsx'
import { DisableTotpDialog, RenewCodesDialog } from './totp-code-dialogs.tsx'

/** The second factor of the own account. */
export function TotpPanel({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(undefined)
  const begin = useApiMutation(accountApi.beginTotp, {
    toast: 'failure',
    onSuccess: (key) => setDialog(<EnableTotpDialog totpKey={key} onClose={close} />),
  })
  return (
    <Panel
      title="兩步驟驗證"
      action={
        <Chip
          size="small"
          color={account.has_totp ? 'secondary' : 'default'}
          label={account.has_totp ? '已啟用' : '未啟用'}
        />
      }
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        登入時除了密碼，再輸入驗證器 App 產生的 6 位數驗證碼，密碼外洩時也能保護帳號。
        {account.has_totp && ` 備援碼剩餘 ${account.recovery_codes_left} 組。`}
      </Typography>
      {account.has_totp ? (
        <>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => setDialog(<RenewCodesDialog onClose={close} />)}
            sx={button}
          >
            重新產生備援碼
          </Button>
          <Button
            color="error"
            onClick={() => setDialog(<DisableTotpDialog onClose={close} />)}
            sx={button}
          >
            停用兩步驟驗證
          </Button>
        </>
      ) : (
        <ActionButton
          variant="contained"
          isLoading={begin.isPending}
          onClick={() => begin.mutate({})}
          sx={button}
        >
          啟用兩步驟驗證
        </ActionButton>
      )}
      {dialog}
    </Panel>
  )
}

const button = { minHeight: 44, mr: 1 } as const
