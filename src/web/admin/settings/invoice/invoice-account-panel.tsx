import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { readInvoiceAccount } from '#contract/connections.schema.ts'
import { connectionsApi, publishedInvoiceMerchant } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery, useApiMutation } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { SelectFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel, useTrial } from '../connection-form.tsx'
import { pair } from '../field-styles.ts'
import { useUnsavedForm } from '../unsaved-forms.tsx'
import { useStoredForm } from '../use-stored-form.ts'

type Account = EndpointReply<typeof readInvoiceAccount>['account']
type Mode = 'none' | 'trial' | 'live'
interface Form {
  mode: Mode
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
  const { form, version, takeSaved } = useStoredForm<Form>(shown(account))
  const { trial, clear, callbacks } = useTrial()
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => (field === 'is_trial' ? 'mode' : (field as keyof Form)),
    save: (typed) =>
      write(connectionsApi.updateInvoiceAccount, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => {
      clear()
      takeSaved(sent, shown(reply.account))
    },
  })
  useUnsavedForm(save.isDirty)
  const test = useApiMutation(connectionsApi.testInvoiceAccount, callbacks)
  const [mode, merchantId] = form.watch(['mode', 'merchant_id'])
  const isPublished = mode === 'trial' && merchantId.trim() === publishedInvoiceMerchant
  const keyHelp = isPublished ? '使用綠界公開的測試金鑰時留空' : '加密保存，不會再顯示'
  const helpOf = (end: string | null) =>
    end === null ? keyHelp : `已設定，末四碼 ${end}；留空表示不變`
  return (
    <ConnectionForm
      label="電子發票帳號"
      isFixed={isFixed}
      notice={<Notice account={account} />}
      remark={<Remark account={account} />}
      trial={trial}
      test={
        isFixed || mode === 'none'
          ? null
          : {
              label: '測試連線',
              isLoading: test.isPending,
              run: () => test.mutate({ data: toData(form.getValues()) }),
            }
      }
      save={save}
    >
      <SelectFormField control={form.control} name="mode" label="電子發票" options={modes} />
      {mode !== 'none' && (
        <>
          <TextFormField
            control={form.control}
            name="merchant_id"
            label="電子發票特店編號（MerchantID）"
            help={
              mode === 'trial'
                ? `綠界公開的測試帳號是 ${publishedInvoiceMerchant}`
                : '綠界後台的「系統開發管理 → 系統介接設定」；金鑰與金流不同'
            }
          />
          {!isFixed && (
            <Box sx={pair}>
              <TextFormField
                control={form.control}
                name="hash_key"
                label="HashKey"
                type="password"
                help={helpOf(account.keys.hash_key)}
              />
              <TextFormField
                control={form.control}
                name="hash_iv"
                label="HashIV"
                type="password"
                help={helpOf(account.keys.hash_iv)}
              />
            </Box>
          )}
        </>
      )}
    </ConnectionForm>
  )
}

function Notice({ account }: { account: Account }) {
  return (
    <>
      {account.fixed.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          帳號由主機的環境變數設定。
        </Alert>
      )}
      {account.is_unreadable && (
        <Alert severity="error" sx={{ mb: 2 }}>
          保存的金鑰無法讀取，暫時無法開立發票，請重新輸入 HashKey 與 HashIV。
        </Alert>
      )}
    </>
  )
}

function Remark({ account: { earlier } }: { account: Account }) {
  if (earlier.length === 0) return null
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      先前的特店編號 {[...new Set(earlier.map((one) => one.merchant_id))].join('、')}{' '}
      仍會處理當時開立的發票。
    </Alert>
  )
}

const words = {
  is_trial: { label: '電子發票', saysItself: true },
  merchant_id: { label: '電子發票特店編號', saysItself: true },
  hash_key: { label: 'HashKey', saysItself: true },
  hash_iv: { label: 'HashIV', saysItself: true },
}

/** No reply has a key: their fields are empty until somebody types new ones. */
function shown({ version, values }: Account) {
  const { provider, is_trial: isTrial, merchant_id } = values
  const mode: Mode = provider === 'none' ? 'none' : isTrial ? 'trial' : 'live'
  return { version, values: { merchant_id, mode, hash_key: '', hash_iv: '' } }
}

function toData({ mode, merchant_id, hash_key, hash_iv }: Form) {
  const keys = Object.entries({ hash_key, hash_iv }).filter(([, key]) => key.trim() !== '')
  return {
    values: {
      merchant_id: merchant_id.trim(),
      provider: mode === 'none' ? ('none' as const) : ('ecpay' as const),
      is_trial: mode !== 'live',
    },
    ...Object.fromEntries(keys.map(([name, key]) => [name, key.trim()])),
  }
}
