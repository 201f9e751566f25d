import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type FieldProps, TextFormField } from '../../ui/fields/form-fields.tsx'
import type { SaveEntry } from '../../ui/use-save-entry.ts'
import { pair } from '../field-styles.ts'

/** Above the fields: the environment decides, or the stored keys do not open. */
export function ConnectionNotice(props: {
  of: { fixed: readonly string[]; is_unreadable: boolean }
  /** In the place of the names of the variables. */
  fixed?: ReactNode
  unreadable: string
}) {
  const { of, unreadable } = props
  const { fixed = `由主機的環境變數 ${of.fixed.join('、')} 設定，無法在這裡變更。` } = props
  return (
    <>
      {of.fixed.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {fixed}
        </Alert>
      )}
      {of.is_unreadable && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {unreadable}
        </Alert>
      )}
    </>
  )
}

/** Accounts of before, by their ids: they go on with what they began. */
export function EarlierAccounts(props: { before: string; ids: readonly string[]; after: string }) {
  if (props.ids.length === 0) return null
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      {props.before} {[...new Set(props.ids)].join('、')} {props.after}
    </Alert>
  )
}

/** A key that no reply gives back; `end`: the last characters of the stored one. */
export function KeyFormField<Form extends FieldValues>({
  end,
  help = '加密保存，不會再顯示',
  ...field
}: FieldProps<Form> & { end: string | null }) {
  const text = end === null ? help : `已設定，末四碼 ${end}；留空表示不變`
  return <TextFormField {...field} type="password" help={text} />
}

interface EcpayForm {
  mode: string
  merchant_id: string
  hash_key: string
  hash_iv: string
}

/** The merchant of an account at ECPay, and its keys; those of the stage are published. */
export function EcpayAccountFields<Form extends FieldValues & EcpayForm>(props: {
  control: Control<Form>
  label: string
  help: string
  /** The merchant of the stage that everybody may use. */
  published: string
  /** The last characters of the stored keys; undefined: they cannot be typed here. */
  keys: { hash_key: string | null; hash_iv: string | null } | undefined
}) {
  const { control, published, keys } = props
  const field = (name: keyof EcpayForm, label: string) => ({
    ...{ control, name: name as Path<Form>, label },
  })
  const isTrial = useWatch({ control, name: 'mode' as Path<Form> }) === 'trial'
  const merchant = String(useWatch({ control, name: 'merchant_id' as Path<Form> })).trim()
  const help = isTrial && merchant === published ? '使用綠界公開的測試金鑰時留空' : undefined
  return (
    <>
      <TextFormField
        {...field('merchant_id', props.label)}
        help={isTrial ? `綠界公開的測試帳號是 ${published}` : props.help}
      />
      {keys && (
        <Box sx={pair}>
          <KeyFormField {...field('hash_key', 'HashKey')} end={keys.hash_key} help={help} />
          <KeyFormField {...field('hash_iv', 'HashIV')} end={keys.hash_iv} help={help} />
        </Box>
      )}
    </>
  )
}

/** Asks before money moves. */
export function ChargeQuestion({ title, save }: { title: string; save: SaveEntry }) {
  if (save.questions.length === 0) return null
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="開始收款"
      cancelLabel="返回修改"
      onConfirm={save.confirm}
      onCancel={save.cancel}
    >
      {save.questions.join('')}
    </ConfirmDialog>
  )
}
