import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/packing.schema.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { usePrintedOrders } from './packing.queries.ts'

type Packing = EndpointReply<typeof schema.packing>

interface PrintPageProps {
  title: string
  /** Size and margin of the paper, as `@page` has them. */
  paper: { size: string; margin: string }
  /** Choices before printing. */
  options?: ReactNode
  closeLabel?: string
  onClose?: () => void
  /** `ids` are those of the chosen orders, also of those that are left out by now. */
  children: (packing: Packing, ids: string[]) => ReactNode
}

/** A print of the orders that were chosen on the packing page, with what is said before it. */
export function PrintPage(props: PrintPageProps) {
  const { state } = useLocation() as { state: { ids?: string[] } | null }
  usePageTitle(props.title)
  if (!state?.ids?.length) return <Redirect to={paths.adminPacking()} />
  return <Print {...props} ids={state.ids} />
}

function Print(props: PrintPageProps & { ids: string[] }) {
  const { title, paper, options, closeLabel = '返回', onClose, children, ids } = props
  const packing = usePrintedOrders(ids)
  return (
    <Box component="section">
      <GlobalStyles styles={{ '@page': paper }} />
      <Box sx={{ displayPrint: 'none' }}>
        <Box sx={bar}>
          <Typography variant="h1" sx={{ mr: 'auto' }}>
            {title}
          </Typography>
          {options}
          <Button
            color="inherit"
            component={Link}
            to={paths.adminPacking()}
            {...(onClose && { onClick: onClose })}
          >
            {closeLabel}
          </Button>
          <ActionButton variant="contained" disabled={!packing.data} onClick={() => window.print()}>
            列印
          </ActionButton>
        </Box>
        {packing.data && <Notices packing={packing.data} />}
        {packing.error && <Alert severity="error">{packing.error.message}</Alert>}
      </Box>
      {packing.isPending && <Skeleton variant="rounded" height={480} />}
      {packing.data && children(packing.data, ids)}
    </Box>
  )
}

/** Orders left out, and orders printed before. */
function Notices({ packing }: { packing: Packing }) {
  const before = packing.orders.filter(({ printed_at }) => printed_at !== undefined)
  const printedTogether = Map.groupBy(before, ({ printed_at = 0 }) => formatDateTime(printed_at))
  return (
    <>
      {packing.left_out.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          以下訂單未列印：
          {packing.left_out.map(({ number, reason }) => `${number}（${reason}）`).join('、')}
        </Alert>
      )}
      {before.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          先前已列印：
          {[...printedTogether].map(([time, orders]) => (
            <Box key={time} sx={{ mt: 0.5 }}>
              <strong>{time}：</strong>
              {orders.map(({ number }, index) => (
                <Box key={number} component="span" sx={{ display: 'inline-block' }}>
                  {number}
                  {index < orders.length - 1 && '、'}
                </Box>
              ))}
            </Box>
          ))}
        </Alert>
      )}
      {packing.orders.length === 0 && <Typography>沒有可列印的訂單</Typography>}
    </>
  )
}

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 } as const
