import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminDemoApi, type DemoPlan } from '#contract/demo.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { useRunChanged } from '../runs/runs.queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'

/** Says what goes and what stays, then asks for the name of the shop. It cannot be undone. */
export function ClearDemoDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const plan = useQuery({ ...apiQuery(adminDemoApi.read, {}), staleTime: 0, gcTime: 0 })
  const changed = useRunChanged()
  const clear = useApiMutation(adminDemoApi.clear, {
    onSuccess: ({ run }) => {
      void changed(run)
      onClose()
    },
  })
  const name = plan.data?.name ?? ''
  const isTyped = name !== '' && typed.trim() === name
  const isPossible = plan.data?.state === 'loaded' && !plan.data.has_orders
  return (
    <DialogFrame
      title="清除示範資料"
      maxWidth="sm"
      fillsSmallScreen
      onClose={onClose}
      onSubmit={() => {
        if (isTyped && isPossible && !clear.isPending) clear.mutate({ data: { name: typed } })
      }}
    >
      <DialogContent dividers>
        {plan.data ? (
          <Plan plan={plan.data}>
            <TextField
              label="請輸入商店名稱以確認"
              helperText={`商店名稱 ${name}`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              size="small"
              autoComplete="off"
            />
          </Plan>
        ) : plan.error ? (
          <RetryAlert query={plan} />
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          關閉
        </Button>
        {isPossible && (
          <ActionButton
            type="submit"
            variant="contained"
            color="error"
            disabled={!isTyped}
            isLoading={clear.isPending}
          >
            清除示範資料
          </ActionButton>
        )}
      </DialogActions>
    </DialogFrame>
  )
}

function Plan({ plan, children }: { plan: DemoPlan; children: ReactNode }) {
  if (plan.state !== 'loaded') return <Alert severity="info">商店裡沒有示範資料。</Alert>
  if (plan.has_orders) {
    return (
      <Alert severity="info">
        已有顧客的訂單，不能再一次清除。示範商品、優惠券與公告請在各列表刪除，團購請在團購列表取消。
      </Alert>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">清除後無法復原。顧客購物車裡的示範商品也會移除。</Alert>
      <Part title="將清除">
        {plan.goes.map(({ what, n }) => (
          <li key={what}>
            {what}（{n.toLocaleString('zh-TW')}）
          </li>
        ))}
        <li>以上的圖片、信件、庫存與搜尋資料</li>
      </Part>
      {plan.campaigns.length > 0 && (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          團購：{plan.campaigns.join('、')}
        </Box>
      )}
      <Part title="將保留">
        <li>所有設定</li>
        {plan.stays.map(({ what, n }) => (
          <li key={what}>
            {what}（{n.toLocaleString('zh-TW')}）
          </li>
        ))}
        <li>操作紀錄</li>
      </Part>
      {children}
    </Box>
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
