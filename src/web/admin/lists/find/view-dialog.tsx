import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type ListView, maxViewName, mayShareViews } from '#contract/lists.ts'
import { useAdmin } from '../../admin-context.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'

interface ViewDialogProps {
  /** The view that is changed; a new one without it. */
  view: ListView | undefined
  error: string | undefined
  isPending: boolean
  onClose: () => void
  onSave: (change: { name: string; is_shared: boolean }) => void
  onRemove: () => void
}

/** Name and sharing of a view of one's own. */
export function ViewDialog({ view, error, ...props }: ViewDialogProps) {
  const { role } = useAdmin()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const isMissing = name.trim() === ''
  return (
    <DialogFrame
      title={view ? '檢視設定' : '儲存檢視'}
      maxWidth="xs"
      onClose={props.onClose}
      onSubmit={() => !isMissing && props.onSave({ name: name.trim(), is_shared: isShared })}
    >
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <TextField
          autoFocus
          label="名稱"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={error !== undefined}
          helperText={error ?? `篩選、排序與欄位會一起儲存，名稱最多 ${maxViewName} 個字`}
          slotProps={{ htmlInput: { maxLength: maxViewName } }}
          sx={{ mt: 1 }}
        />
        {mayShareViews(role) && (
          <FormControlLabel
            label="分享給所有成員"
            control={<Checkbox checked={isShared} onChange={(_, shared) => setShared(shared)} />}
          />
        )}
      </DialogContent>
      <DialogActions>
        {view && (
          <ActionButton color="error" disabled={props.isPending} onClick={props.onRemove}>
            刪除檢視
          </ActionButton>
        )}
        <ActionButton type="submit" variant="contained" disabled={isMissing || props.isPending}>
          儲存
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}
