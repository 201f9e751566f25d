import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CustomerDetail } from '#contract/customers.ts'
import { adminPrivacyApi } from '#contract/privacy.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'

/** Says what goes and what stays, then asks for the customer number. It cannot be undone. */
export function EraseDialog(props: { customer: CustomerDetail; onClose: () => void }) {
  const { id } = props.customer
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const plan = useQuery({
    queryKey: ['erasure', id],
    queryFn: () => call(adminPrivacyApi.erase, { params: { id }, data: { is_trial: true } }),
    retry: false,
    gcTime: 0,
  })
  const erase = useApiMutation(adminPrivacyApi.erase)
  const isTyped = typed.trim() === id
  // Its end leads away: a dialog that was closed meanwhile would leave the page of who is erased.
  const close = () => {
    if (!erase.isPending) props.onClose()
  }
  return (
    <DialogFrame
      title="刪除個資"
      maxWidth="sm"
      fillsSmallScreen
      onClose={close}
      onSubmit={() => {
        if (isTyped && !erase.isPending) {
          erase.mutate(
            { params: { id }, data: { customer_id: typed.trim() } },
            { onSuccess: () => navigate(paths.adminCustomers(), { replace: true }) },
          )
        }
      }}
    >
      <DialogContent dividers>
        {plan.data ? (
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Alert severity="warning">刪除後無法復原。</Alert>
            {plan.data.proof && (
              <Part title="訂單屬於本人的證明">
                {plan.data.proof.map(({ what, n }) => (
                  <li key={what}>
                    {what}（{n}）
                  </li>
                ))}
              </Part>
            )}
            <Part title="將刪除">
              {plan.data.goes?.map(({ what, n }) => (
                <li key={what}>
                  {what}（{n}）
                </li>
              ))}
            </Part>
            <Part title="將保留">
              {plan.data.stays?.map(({ what, n, why }) => (
                <li key={what}>
                  {what}（{n}）：{why}
                </li>
              ))}
            </Part>
            <TextField
              label="請輸入顧客編號以確認"
              helperText={`顧客編號 ${id}`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              size="small"
              autoComplete="off"
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            />
          </Box>
        ) : plan.error ? (
          <Alert severity="error">{plan.error.message}</Alert>
        ) : (
          <Skeleton variant="rounded" height={240} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          關閉
        </Button>
        <ActionButton
          type="submit"
          variant="contained"
          color="error"
          disabled={!plan.data || !isTyped}
          isLoading={erase.isPending}
        >
          刪除個資
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Box component="h3" sx={{ m: 0, fontSize: '1rem' }}>
        {title}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}
