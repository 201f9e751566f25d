import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { adminStockApi } from '#contract/stock.ts'
import { write } from '../../api/write.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { useBulkAction } from '../lists/use-bulk-action.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { StockEntry } from './stock-entry.ts'

/** Asks before a product is no longer counted: what its orders hold is forgotten. */
export function StockCloseDialog({ entry, onSaved, onClose }: EntryDialogProps<StockEntry>) {
  const closing = useBulkAction<StockEntry>({
    run: ({ id }) => write(adminStockApi.close, { params: { id } }),
    successText: () => '已改為不限量',
    onDone: onSaved,
    onFailed: ({ message }) => showToast({ message, success: false }),
  })
  return (
    <DialogFrame
      title={`${entry.title} - 改為不限量`}
      maxWidth="sm"
      onClose={onClose}
      onSubmit={() => closing.start([entry])}
    >
      <DialogContent dividers>
        目前庫存 {entry.on_hand} 件、已保留 {entry.held} 件，改為不限量後都不再計算。
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          關閉
        </Button>
        <ActionButton type="submit" variant="contained" color="error" isLoading={closing.isRunning}>
          改為不限量
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}
