import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AdminShippingMethod, adminShippingApi } from '#contract/admin-shipping.ts'
import { type MethodKind, maxMethods, shippingKindLabels } from '#contract/shipping-kinds.ts'
import { apiQuery } from '../../../api/queries.ts'
import { changesShown, write } from '../../../api/write.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useMay } from '../../admin-context.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusMoved, MoveButtons } from '../../ui/move-buttons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { switched } from './method-form.ts'
import { MethodFormDialog } from './method-form-dialog.tsx'
import { methodText } from './method-text.ts'

const addedKinds: readonly MethodKind[] = ['home', 'store', 'place']

type Dialog =
  | { kind: 'new'; of: MethodKind }
  | { kind: 'edit' | 'delete'; method: AdminShippingMethod }

/** The shipping methods of the shop, in the order in which shoppers see them. */
export function MethodsPanel() {
  const query = useQuery({ ...apiQuery(adminShippingApi.list, {}), staleTime: 0 })
  const methods = query.data?.methods
  return (
    <Panel title="配送方式">
      {methods ? (
        <Methods methods={methods} />
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Panel>
  )
}

function Methods({ methods }: { methods: readonly AdminShippingMethod[] }) {
  const mayWrite = useMay()('setting.write')
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const { shown, move, list } = useOrder(methods)
  const remove = useChange((method: AdminShippingMethod) =>
    write(adminShippingApi.remove, { params: { id: method.id } }),
  )
  const isBuiltIn = methods.length === 1 && methods[0]?.version === 0
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {isBuiltIn
          ? '目前只有宅配，顧客結帳時不必選擇。新增其他方式後，顧客就能選擇怎麼收到商品。'
          : '顧客依這個順序看到開啟的配送方式。優惠券不會折抵運費。'}
      </Typography>
      <Box ref={list} sx={{ mt: 1 }}>
        {shown.map((method, at) => (
          <MethodRow
            key={method.id}
            method={method}
            at={at}
            count={shown.length}
            mayWrite={mayWrite}
            onMove={(by) => move(at, by)}
            onEdit={() => setDialog({ kind: 'edit', method })}
            onDelete={() => setDialog({ kind: 'delete', method })}
          />
        ))}
      </Box>
      {methods.length < maxMethods && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          {addedKinds.map((kind) => (
            <ActionButton
              key={kind}
              permission="setting.write"
              variant="outlined"
              color="inherit"
              onClick={() => setDialog({ kind: 'new', of: kind })}
              sx={tall}
            >
              新增{shippingKindLabels[kind]}
            </ActionButton>
          ))}
        </Box>
      )}
      {dialog?.kind === 'new' && <MethodFormDialog kind={dialog.of} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <MethodFormDialog kind={dialog.method.kind} method={dialog.method} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={`刪除「${dialog.method.name}」？`}
          confirmLabel="刪除"
          cancelLabel="返回"
          color="error"
          isRunning={remove.isPending}
          onConfirm={() => remove.mutate(dialog.method, { onSettled: close })}
          onCancel={close}
        >
          顧客不能再選擇這個配送方式，已成立的訂單不受影響。只是暫時不用的話，關閉即可。
        </ConfirmDialog>
      )}
    </>
  )
}

function MethodRow(props: {
  method: AdminShippingMethod
  at: number
  count: number
  mayWrite: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
}) {
  const { method, at, count, mayWrite } = props
  const { name } = method
  const change = useChange((isOn: boolean) => {
    const { id, version } = method
    const data = { ...switched(method, isOn), version }
    return write(adminShippingApi.update, { params: { id }, data })
  })
  // Until the list was read again the switch stands where it was put.
  const isOn = change.isPending ? (change.variables ?? method.is_on) : method.is_on
  return (
    <Box role="group" aria-label={name} sx={row}>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {methodText(method)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', ml: 'auto' }}>
        <FormControlLabel
          label={isOn ? '開啟' : '關閉'}
          sx={{ mr: 1, minWidth: 92 }}
          control={
            <Switch
              checked={isOn}
              disabled={!mayWrite}
              onChange={(_, isChecked) => !change.isPending && change.mutate(isChecked)}
              slotProps={{ input: { 'aria-label': `開放「${name}」` } }}
            />
          }
        />
        {mayWrite && count > 1 && (
          <MoveButtons
            labels={[`上移「${name}」`, `下移「${name}」`]}
            at={at}
            count={count}
            onMove={props.onMove}
          />
        )}
        <ActionButton permission="setting.write" about={name} onClick={props.onEdit} sx={tall}>
          編輯
        </ActionButton>
        {count > 1 && (
          <ActionButton
            permission="setting.write"
            about={name}
            color="inherit"
            onClick={props.onDelete}
            sx={tall}
          >
            刪除
          </ActionButton>
        )}
      </Box>
    </Box>
  )
}

/** A change that says what became of it, and is over when the list shows it. */
function useChange<Of>(change: (of: Of) => Promise<{ message: string }>) {
  return useMutation({
    mutationFn: async (of: Of) => {
      const { message } = await change(of)
      showToast({ tone: 'success', text: message })
      await changesShown()
    },
    onError: (error) => showToast({ tone: 'failure', text: error.message }),
  })
}

/** The methods as they were moved last, also while that is being saved. */
function useOrder(methods: readonly AdminShippingMethod[]) {
  const list = useRef<HTMLDivElement>(null)
  const [ids, setIds] = useState<string[]>()
  const order = useMutation({
    mutationFn: (sent: string[]) => write(adminShippingApi.order, { data: { ids: sent } }),
    scope: { id: 'shipping-methods' },
    onError: (error) => showToast({ tone: 'failure', text: error.message }),
    onSettled: async (_reply, _error, sent) => {
      await changesShown()
      setIds((now) => (now === sent ? undefined : now))
    },
  })
  const shown = ids
    ? methods.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    : methods

  /** The row takes the focus of its button along. */
  function move(at: number, by: -1 | 1) {
    const next = shown.map(({ id }) => id)
    const [moved] = next.splice(at, 1)
    if (moved === undefined) return
    next.splice(at + by, 0, moved)
    flushSync(() => setIds(next))
    focusMoved(list.current, at + by, by)
    order.mutate(next)
  }

  return { shown, move, list }
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
const tall = { minHeight: 44 } as const
