import Box from '@mui/material/Box'
import { ActionButton } from '../ui/action-button.tsx'
import { useIsUploading } from '../ui/use-is-uploading.ts'

/** Submits the form of a group of settings. */
export function SaveButton({ isSaving }: { isSaving: boolean }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 2 }}>
      <ActionButton
        permission="setting.write"
        type="submit"
        variant="contained"
        isLoading={isSaving}
        disabled={useIsUploading()}
        sx={{ minHeight: 44 }}
      >
        儲存
      </ActionButton>
    </Box>
  )
}
