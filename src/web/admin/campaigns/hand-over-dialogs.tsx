import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { type LeaderWay, leaderWayLabels, leaderWays } from '#contract/campaign-states.ts'
import { type AdminLeaderAccount, adminLeaderMoneyApi } from '#contract/leader-money.ts'
import { formatMoney } from '#contract/money.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface DialogProps {
  account: AdminLeaderAccount
  onSaved: () => void
  onClose: () => void
}

interface BookForm {
  /** Of an announcement; empty: the leader has announced nothing. */
  hand_over_id: string
  amount: number | ''
  way: LeaderWay
  note: string
}

/** Books what the shop really received; the first announcement is filled in. */
export function BookHandOverDialog({ account, onSaved, onClose }: DialogProps) {
  const idempotency = useIdempotencyKey()
  const announced = account.hand_overs.filter(({ state }) => state === 'announced').toReversed()
  const [first] = announced
  const unannounced = account.sums.difference > 0 ? account.sums.difference : ''
  const form = useForm<BookForm>({
    defaultValues: {
      hand_over_id: first?.id ?? '',
      amount: first?.amount ?? unannounced,
      ...{ way: 'transfer', note: '' },
    },
  })
  const chosenId = form.watch('hand_over_id')
  const save = useSaveEntry<BookForm>({
    form,
    save: ({ hand_over_id, amount, way, note }) => {
      // An announced one has the way and the note of the leader.
      const of = hand_over_id === '' ? { way, note } : { hand_over_id }
      const input = { params: { id: account.group_id }, data: { ...of, amount: Number(amount) } }
      const options = { idempotencyKey: idempotency.keyOf(input) }
      return write(adminLeaderMoneyApi.book, input, options)
    },
    words: {
      hand_over_id: { label: '團主登記的交款', codes: ['HAND_OVER_STATE'] },
      amount: { label: '實收金額', missing: '請填寫實收金額' },
      way: { label: '方式' },
      note: { label: '備註' },
    },
    onSaved,
  })
  return (
    <FormDialog
      title={`登記交款 ${account.leader}`}
      submitLabel="登記交款"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {announced.length > 0 && (
          <SelectFormField
            control={form.control}
            name="hand_over_id"
            label="團主登記的交款"
            emptyLabel="沒有登記的交款"
            onChosen={(id) => {
              const chosen = announced.find((one) => one.id === id)
              form.setValue('amount', chosen?.amount ?? unannounced)
            }}
            options={announced.map(({ id, amount, way, at, last_five }) => ({
              value: id,
              label: [
                `${formatDateTime(at)} ${formatMoney(amount)} ${leaderWayLabels[way]}`,
                last_five && `後五碼 ${last_five}`,
              ]
                .filter(Boolean)
                .join('，'),
            }))}
          />
        )}
        <DigitsFormField
          control={form.control}
          name="amount"
          label="實收金額（NT$）"
          required
          help={`團主已收 ${formatMoney(account.sums.received)}，已交 ${formatMoney(account.sums.handed_over)}`}
        />
        {chosenId === '' && (
          <>
            <SelectFormField
              control={form.control}
              name="way"
              label="方式"
              options={leaderWays.map((value) => ({ value, label: leaderWayLabels[value] }))}
            />
            <TextFormField control={form.control} name="note" label="備註" />
          </>
        )}
      </Box>
    </FormDialog>
  )
}

interface VoidForm {
  hand_over_id: string
  reason: string
}

/** Takes a booking back, so that what it paid waits for the leader again, or an announcement that is not true. */
export function VoidHandOverDialog({ account, onSaved, onClose }: DialogProps) {
  const booked = account.hand_overs.filter(isStanding)
  const [first] = booked
  const form = useForm<VoidForm>({
    defaultValues: { hand_over_id: booked.length === 1 ? (first?.id ?? '') : '', reason: '' },
  })
  const save = useSaveEntry<VoidForm>({
    form,
    save: ({ hand_over_id, reason }) =>
      write(adminLeaderMoneyApi.void, {
        params: { id: account.group_id, handOverId: hand_over_id },
        data: { reason },
      }),
    words: {
      hand_over_id: { label: '交款', missing: '請選擇交款', codes: ['HAND_OVER_SPENT'] },
      reason: { label: '原因', missing: '請填寫原因' },
    },
    onSaved,
  })
  return (
    <FormDialog
      title={`沖銷交款 ${account.leader}`}
      submitLabel="沖銷"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <SelectFormField
          control={form.control}
          name="hand_over_id"
          label="交款"
          required
          options={booked.map(
            ({ id, state, amount, booked: sum = amount, at, booked_at, way }) => ({
              value: id,
              label: `${formatDateTime(booked_at ?? at)} ${formatMoney(sum)} ${leaderWayLabels[way]}${state === 'announced' ? '（待確認）' : ''}`,
            }),
          )}
        />
        <TextFormField
          control={form.control}
          name="reason"
          label="原因"
          required
          help="由這筆款項付清的訂單會改回未付款；已在備貨或出貨的不能沖銷"
        />
      </Box>
    </FormDialog>
  )
}

const isStanding = ({ state }: AdminLeaderAccount['hand_overs'][number]) => state !== 'withdrawn'

export const canVoid = ({ hand_overs }: AdminLeaderAccount) => hand_overs.some(isStanding)
