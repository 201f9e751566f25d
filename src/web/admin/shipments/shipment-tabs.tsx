import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { type EndpointReply, endpointKey } from '#contract/endpoint.ts'
import { type ShipmentView, shipmentViewLabels, shipmentViews } from '#contract/shipment-states.ts'
import type { list } from '#contract/shipments.schema.ts'
import { adminShipmentApi } from '#contract/shipments.ts'
import { paths } from '../../paths.ts'
import { ViewTabs } from '../lists/view-tabs.tsx'

type Reply = EndpointReply<typeof list>

/** How long a parcel that is being made is looked at again, in milliseconds. */
const againMs = 2_000

/** The views with how much waits in each, and what the shop needs before it can send. */
export function ShipmentTabs({ view, reply }: { view: ShipmentView; reply: Reply | undefined }) {
  useMaking(reply)
  const tabs = shipmentViews.map((name) => ({
    name,
    label: shipmentViewLabels[name],
    link: paths.adminShipments(name),
    count: reply?.counts[name] ?? 0,
    isFault: name === 'problem',
  }))
  return (
    <>
      <ViewTabs label="超商寄件" tabs={tabs} current={view} />
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
