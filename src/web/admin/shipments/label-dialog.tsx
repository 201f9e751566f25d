import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { labels } from '#contract/shipments.schema.ts'
import { adminShipmentApi, type Shipment } from '#contract/shipments.ts'
import { useApiMutation } from '../../api/queries.ts'
import { postForm } from '../../shared/post-form.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { BulkDialogProps } from '../lists/list-definition.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'

type Label = EndpointReply<typeof labels>['labels'][number]

/** The provider has a page for each label, and this window is where they open one after the other. */
const windowName = 'shipment-label'

/** Opens the labels of parcels at the provider, in a window beside the shop. */
export function LabelDialog({ entries, onSaved }: BulkDialogProps<Shipment>) {
  const opening = useApiMutation(adminShipmentApi.labels, { toast: 'none' })
  const [opened, setOpened] = useState(() => openedBefore(entries))
  const marking = useApiMutation(adminShipmentApi.labels, { toast: 'none' })
  const load = useEffectEvent(() => {
    opening.mutate({ data: { ids: entries.map(({ id }) => id), is_opened: false } })
  })
  useEffect(() => load(), [])

  const { data, error } = opening
  const next = data?.labels.find(({ id }) => !opened.has(id))
  const count = data?.labels.length ?? 0
  const isOver = count > 0 && !next
  function open(label: Label) {
    postForm(label.action, label.fields, windowName)
    setOpened((before) => new Set([...before, label.id]))
    // One at a time, so that whoever is interrupted goes on behind the last one.
    marking.mutate({ data: { ids: [label.id] } })
  }

  return (
    <DialogFrame title="列印寄件標籤" maxWidth="sm" fillsSmallScreen onClose={onSaved}>
      <DialogContent dividers>
        {error && <Alert severity="error">{error.message}</Alert>}
        {!data && !error && <Skeleton variant="rounded" height={160} />}
        {data && (
          <>
            <Typography sx={{ mb: 2 }}>
              標籤會在另一個視窗開啟，印好一張再開下一張；也可以把寄件代碼帶到門市的機台列印。
            </Typography>
            {data.left_out.length > 0 && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                無法列印：
                {data.left_out.map(({ number, reason }) => `${number}（${reason}）`).join('、')}
              </Alert>
            )}
            <Box role="status" sx={{ mb: 1, '&:empty': { display: 'none' } }}>
              {isOver && `${count} 張都開啟過了`}
            </Box>
            <Box component="ol" sx={list}>
              {data.labels.map((label) => (
                <Box component="li" key={label.id} sx={row}>
                  <Box sx={{ minWidth: 0, flex: 1 }}>
                    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{label.code}</Box>
                    <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                      訂單 {label.number}
                    </Box>
                  </Box>
                  <ActionButton
                    about={label.number}
                    color="inherit"
                    variant="outlined"
                    onClick={() => open(label)}
                    sx={{ minHeight: 44 }}
                  >
                    {opened.has(label.id) ? '再開一次' : '開啟'}
                  </ActionButton>
                </Box>
              ))}
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {data && data.labels.length > 0 && (
          <Button
            color="inherit"
            onClick={() => copyText(codesText(data.labels), '已複製寄件代碼')}
            sx={{ mr: 'auto' }}
          >
            複製代碼
          </Button>
        )}
        <Button color="inherit" onClick={onSaved}>
          關閉
        </Button>
        {next && (
          <ActionButton variant="contained" autoFocus onClick={() => open(next)}>
            {opened.size === 0 ? '開啟第一張' : `開啟下一張（${opened.size} / ${count}）`}
          </ActionButton>
        )}
      </DialogActions>
    </DialogFrame>
  )
}

/** Whoever was interrupted goes on behind the last one; all of them again are opened from the first. */
function openedBefore(entries: readonly Shipment[]): ReadonlySet<string> {
  const printed = entries.filter(({ printed_at: at }) => at !== undefined).map(({ id }) => id)
  return new Set(printed.length < entries.length ? printed : [])
}

function codesText(shown: readonly Label[]): string {
  return shown.map(({ number, code }) => `${number}\t${code}`).join('\n')
}

const list = { m: 0, p: 0, listStyle: 'none' } as const
const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const
