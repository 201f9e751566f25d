import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCommissionApi } from '#contract/admin-campaigns.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount } from '../ui/amount.tsx'
import { DigitsFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { CampaignTabs } from './campaign-tabs.tsx'

type Listed = EndpointReply<NonNullable<typeof adminCommissionApi.list.schema>>['leaders'][number]
type Leader = Listed & { id: string }

const money = (label: string, read: (leader: Leader) => number): ListColumn<Leader, never> => ({
  label,
  width: 110,
  align: 'right',
  render: (leader) => <Amount value={read(leader)} />,
})

const commissionList = defineList({
  title: '團主分潤',
  path: paths.adminCommission(),
  endpoint: adminCommissionApi.list,
  rowsOf: ({ leaders }): Leader[] => leaders.map((leader) => ({ ...leader, id: leader.leader_id })),
  columns: [
    { label: '團主／幫賣', width: 160, grows: true, render: ({ name }) => name },
    money('已入帳', ({ earned }) => earned),
    money('已沖回', ({ reversed }) => reversed),
    money('已支付', ({ paid }) => -paid),
    money('餘額', ({ balance }) => balance),
  ],
  labelOf: ({ name }) => name,
  card: ({ name, earned, reversed, paid, balance }) => (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontWeight: 600 }}>
        <span>{name}</span>
        <Amount value={balance} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        已入帳 <Amount value={earned} />
        ・已沖回 <Amount value={reversed} />
        ・已支付 <Amount value={-paid} />
      </Box>
    </Box>
  ),
  emptyText: () => '還沒有團主或幫賣的分潤',
  dialogs: {
    payout: ({ entry, onSaved, onClose }) => (
      <PayoutDialog leader={entry} onSaved={onSaved} onClose={onClose} />
    ),
  },
  rowActions: [
    {
      label: '登記支付',
      dialog: 'payout',
      isFor: ({ balance }) => balance > 0,
      permission: 'refund.write',
    },
  ],
})

export function AdminCommissionPage() {
  return (
    <>
      <CampaignTabs current="commission" />
      <ListPage list={commissionList} />
    </>
  )
}

interface PayoutForm {
  amount: number | ''
  note: string
}

/** Records what a leader was paid; the money itself goes outside the shop. */
function PayoutDialog(props: { leader: Leader; onSaved: () => void; onClose: () => void }) {
  const { leader, onSaved, onClose } = props
  const idempotency = useIdempotencyKey()
  const form = useForm<PayoutForm>({ defaultValues: { amount: leader.balance, note: '' } })
  const save = useSaveEntry<PayoutForm>({
    form,
    save: ({ amount, note }) => {
      const input = { data: { leader_id: leader.leader_id, amount: Number(amount), note } }
      return write(adminCommissionApi.payout, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: {
      amount: { label: '支付金額', codes: ['PAYOUT_TOO_HIGH'] },
      note: { label: '備註', missing: '請填寫備註' },
    },
    onSaved,
  })
  return (
    <FormDialog
      title={`登記支付 ${leader.name}`}
      submitLabel="登記支付"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <DigitsFormField
          control={form.control}
          name="amount"
          label="支付金額（NT$）"
          required
          help={`餘額 ${formatMoney(leader.balance)}`}
        />
        <TextFormField
          control={form.control}
          name="note"
          label="備註"
          required
          help="例如：11/22 匯款，帳號末五碼 12345"
        />
      </Box>
    </FormDialog>
  )
}
