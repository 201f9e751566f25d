import Box from '@mui/material/Box'
import { PermittedButton } from '../permitted-button.tsx'

/** Submits the form of a group of settings. */
export function SaveButton({ isSaving }: { isSaving: boolean }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 2 }}>
      <PermittedButton
        permission="setting.write"
        type="submit"
        variant="contained"
        loading={isSaving}
        sx={{ minHeight: 44 }}
      >
        儲存
      </PermittedButton>
    </Box>
  )
}
