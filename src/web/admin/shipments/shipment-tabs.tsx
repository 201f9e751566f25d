import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { type EndpointReply, endpointKey } from '#contract/endpoint.ts'
import { type ShipmentView, shipmentViewLabels, shipmentViews } from '#contract/shipment-states.ts'
import type { list } from '#contract/shipments.schema.ts'
import { adminShipmentApi } from '#contract/shipments.ts'
import { paths } from '../../paths.ts'

type Reply = EndpointReply<typeof list>

/** How long a parcel that is being made is looked at again, in milliseconds. */
const againMs = 2_000

/** The views with how much waits in each, and what the shop needs before it can send. */
export function ShipmentTabs({ view, reply }: { view: ShipmentView; reply: Reply | undefined }) {
  useMaking(reply)
  return (
    <>
      <Box component="nav" aria-label="超商寄件" sx={nav}>
        {shipmentViews.map((name) => {
          const isCurrent = name === view
          const count = reply?.counts[name] ?? 0
          return (
            <Button
              key={name}
              component={Link}
              to={paths.adminShipments(name)}
              color="inherit"
              aria-current={isCurrent ? 'page' : undefined}
              sx={{
                ...tab,
                borderColor: isCurrent ? 'primary.main' : 'transparent',
                fontWeight: isCurrent ? 600 : 400,
                ...(name === 'problem' && count > 0 && { color: 'error.main' }),
              }}
            >
              {shipmentViewLabels[name]}
              {count > 0 && (
                <Box component="span" sx={{ ml: 0.75, fontVariantNumeric: 'tabular-nums' }}>
                  {count}
                </Box>
              )}
            </Button>
          )
        })}
      </Box>
      {reply && !reply.is_on && (
        <Alert severity="info" action={<ToSettings />}>
          還沒有設定超商物流，設定後才能建立寄件單。
        </Alert>
      )}
      {reply?.needs_sender && (
        <Alert severity="warning" action={<ToSettings />}>
          還沒有填寫寄件人姓名與手機，暫時無法建立寄件單。
        </Alert>
      )}
    </>
  )
}

/** The provider is asked by a job: until it has answered, the list is read again. */
function useMaking(reply: Reply | undefined) {
  const client = useQueryClient()
  const isMaking = reply?.shipments.some(({ state }) => state === 'making') ?? false
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: endpointKey(adminShipmentApi.list) })
    }, againMs)
    return () => clearInterval(timer)
  }, [client, isMaking])
}

function ToSettings() {
  return (
    <Button component={Link} to={paths.adminSettings('shipping')} color="inherit">
      前往設定
    </Button>
  )
}

const nav = {
  display: 'flex',
  flexShrink: 0,
  flexWrap: 'wrap',
  gap: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const tab = { minHeight: 44, flexShrink: 0, borderRadius: 0, borderBottom: 2 } as const
