import type { readInvoiceAccount } from '#contract/connections.schema.ts'
import { connectionsApi, publishedInvoiceMerchant } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { SelectFormField } from '../../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from '../connections/connection-form.tsx'
import {
  ConnectionNotice,
  EarlierAccounts,
  EcpayAccountFields,
} from '../connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from '../connections/use-connection-form.ts'
import type { StoredForm } from '../use-stored-form.ts'

type Account = EndpointReply<typeof readInvoiceAccount>['account']
interface Form {
  mode: 'none' | 'trial' | 'live'
  merchant_id: string
  hash_key: string
  hash_iv: string
}

const modes = [
  { value: 'none', label: '不使用' },
  { value: 'trial', label: '綠界測試環境（不會上傳財政部）' },
  { value: 'live', label: '綠界正式開立' },
]

/** The account that issues e-invoices: another one than that of payments. */
export function InvoiceAccountPanel() {
  return (
    <ConnectionPanel title="電子發票帳號" query={apiQuery(connectionsApi.readInvoiceAccount, {})}>
      {({ account }) => <AccountForm account={account} />}
    </ConnectionPanel>
  )
}

function AccountForm({ account }: { account: Account }) {
  const isFixed = account.fixed.length > 0
  const connection = useConnectionForm({
    stored: shown(account),
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    toData,
    save: (data) => write(connectionsApi.updateInvoiceAccount, { data }),
    saved: (reply) => shown(reply.account),
    test: (data) => write(connectionsApi.testInvoiceAccount, { data }),
  })
  const { control, watch } = connection.form
  const isOn = watch('mode') !== 'none'
  return (
    <ConnectionForm
      label="電子發票帳號"
      connection={connection}
      isFixed={isFixed}
      notice={
        <ConnectionNotice
          of={account}
          fixed="帳號由主機的環境變數設定。"
          unreadable="保存的金鑰無法讀取，暫時無法開立發票，請重新輸入 HashKey 與 HashIV。"
        />
      }
      remark={
        <EarlierAccounts
          before="先前的特店編號"
          ids={account.earlier.map((one) => one.merchant_id)}
          after="仍會處理當時開立的發票。"
        />
      }
      test={!isFixed && isOn && '測試連線'}
    >
      <SelectFormField control={control} name="mode" label="電子發票" options={modes} />
      {isOn && (
        <EcpayAccountFields
          control={control}
          label="電子發票特店編號（MerchantID）"
          help="綠界後台的「系統開發管理 → 系統介接設定」；金鑰與金流不同"
          published={publishedInvoiceMerchant}
          keys={isFixed ? undefined : account.keys}
        />
      )}
    </ConnectionForm>
  )
}

const words = {
  is_trial: { label: '電子發票', saysItself: true },
  merchant_id: { label: '電子發票特店編號', saysItself: true },
  hash_key: { label: 'HashKey', saysItself: true },
  hash_iv: { label: 'HashIV', saysItself: true },
}

/** No reply has a key: their fields are empty until somebody types new ones. */
function shown({ version, values }: Account): StoredForm<Form> {
  const { provider, is_trial: isTrial, merchant_id } = values
  const mode = provider === 'none' ? 'none' : isTrial ? 'trial' : 'live'
  return { version, values: { merchant_id, mode, hash_key: '', hash_iv: '' } }
}

function toData({ mode, merchant_id, ...keys }: Form) {
  return {
    values: {
      merchant_id: merchant_id.trim(),
      provider: mode === 'none' ? ('none' as const) : ('ecpay' as const),
      is_trial: mode !== 'live',
    },
    ...typedKeys(keys),
  }
}
