import Box from '@mui/material/Box'
import { useState } from 'react'
import { accountApi } from '#contract/account.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { SecretField } from './secret-field.tsx'

/** Display name of the account. */
export function NamePanel({ name }: { name: string }) {
  const [typed, setTyped] = useState(name)
  const save = useApiMutation(accountApi.update)
  return (
    <Panel title="姓名">
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate({ data: { name: typed } })
        }}
        sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5 }}
      >
        <SecretField
          label="姓名"
          autoComplete="name"
          value={typed}
          onChange={setTyped}
          help="顯示在操作紀錄與訂單的紀錄中"
        />
        <ActionButton
          type="submit"
          variant="contained"
          isLoading={save.isPending}
          disabled={typed.trim() === name}
          sx={{ alignSelf: { xs: 'flex-end', sm: 'flex-start' }, minHeight: 40, flexShrink: 0 }}
        >
          儲存
        </ActionButton>
      </Box>
    </Panel>
  )
}
