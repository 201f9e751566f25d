import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type CustomerDetail, customerApi } from '#contract/customers.ts'
import { adminPrivacyApi } from '#contract/privacy.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatDay } from '../../ui/dates.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useMay } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { Panel } from '../ui/panel.tsx'
import { BarredNotice } from './barred-notice.tsx'
import { CustomerCredit } from './customer-credit.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerTags } from './customer-tags.tsx'
import { EraseDialog } from './erase-dialog.tsx'

/** One customer: who it is, what was ordered, and what the staff says of it. */
export function AdminCustomerPage() {
  const { id = '' } = useParams()
  const query = useQuery(apiQuery(customerApi.detail, { params: { id } }))
  usePageTitle(query.data?.customer.name ?? '顧客')
  return (
    <EntryPage list={{ name: '顧客列表', path: paths.adminCustomers() }} query={query}>
      {({ customer }) => <CustomerOf key={id} customer={customer} />}
    </EntryPage>
  )
}

function CustomerOf({ customer }: { customer: CustomerDetail }) {
  const may = useMay()
  const [isErasing, setIsErasing] = useState(false)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {customer.name}
        </Typography>
        <Box sx={{ color: 'text.secondary' }}>
          顧客編號 {customer.id}・{customer.member_id === undefined ? '訪客' : '會員'}
        </Box>
        <Box sx={{ flex: 1 }} />
        <PersonFileButton id={customer.id} />
        <ActionButton
          permission="person.erase"
          variant="outlined"
          color="error"
          onClick={() => setIsErasing(true)}
        >
          刪除個資
        </ActionButton>
        {may('order.write') && (
          <Button
            component={Link}
            to={paths.adminNewOrder(customer.id)}
            variant="contained"
            sx={{ minHeight: 44 }}
          >
            代客建立訂單
          </Button>
        )}
      </Box>
      {customer.is_barred && customer.member_id !== undefined && (
        <BarredNotice memberId={customer.member_id} />
      )}
      {customer.may_be.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          可能是同一位顧客：
          {customer.may_be.map(({ id, name, is_member }, index) => (
            <span key={id}>
              {index > 0 && '、'}
              <MuiLink component={Link} to={paths.adminCustomer(id)} color="inherit">
                {name}（{is_member ? '會員' : '訪客'} {id}）
              </MuiLink>
            </span>
          ))}
        </Alert>
      )}
      <Box sx={columns}>
        <Box sx={stack}>
          <CustomerContact customer={customer} />
          <CustomerTags customer={customer} />
          <CustomerCredit customer={customer} />
          <CustomerNotes customer={customer} />
        </Box>
        <Box sx={stack}>
          <CustomerHistory customer={customer} />
        </Box>
      </Box>
      {isErasing && <EraseDialog customer={customer} onClose={() => setIsErasing(false)} />}
    </>
  )
}

/** Leads to the run that writes the file. */
function PersonFileButton({ id }: { id: string }) {
  const navigate = useNavigate()
  const write = useApiMutation(adminPrivacyApi.data, { toast: 'failure' })
  return (
    <ActionButton
      permission="person.export"
      variant="outlined"
      color="inherit"
      isLoading={write.isPending}
      onClick={() =>
        write.mutate(
          { params: { id } },
          { onSuccess: ({ run }) => navigate(paths.adminRun(run.id)) },
        )
      }
    >
      匯出個資
    </ActionButton>
  )
}

function CustomerContact({ customer }: { customer: CustomerDetail }) {
  return (
    <Panel title="聯絡資料">
      <Box component="dl" sx={facts}>
        <dt>電話</dt>
        <dd>
          <MuiLink href={`tel:${customer.tel}`} color="inherit">
            {customer.tel}
          </MuiLink>
        </dd>
        <dt>電子信箱</dt>
        <dd>
          <MuiLink href={`mailto:${customer.email}`} color="inherit">
            {customer.email}
          </MuiLink>
        </dd>
        <dt>地址</dt>
        <dd>{customer.address}</dd>
        <dt>訂單數</dt>
        <dd>{customer.orders.toLocaleString('zh-TW')}</dd>
        <dt>消費金額</dt>
        <dd>
          <Amount value={customer.spent} />
        </dd>
        <dt>首次訂購</dt>
        <dd>{formatDay(customer.first_order * 1000)}</dd>
        <dt>最近訂購</dt>
        <dd>{formatDay(customer.last_order * 1000)}</dd>
      </Box>
    </Panel>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
} as const
const stack = { display: 'grid', gap: 2, minWidth: 0 } as const
const facts = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '5em minmax(0, 1fr)',
  columnGap: 1,
  rowGap: 0.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const
