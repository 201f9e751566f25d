import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { InvoiceSettings } from '#contract/settings.ts'
import { write } from '../../../api/write.ts'
import { paths } from '../../../paths.ts'
import { useMay } from '../../admin-context.ts'
import { FlagFormField, SelectFormField } from '../../ui/fields/form-fields.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { fieldset } from '../field-styles.ts'
import { SaveButton } from '../save-button.tsx'
import type { StoredSettings } from '../setting-groups.ts'
import { useUnsavedForm } from '../unsaved-forms.tsx'
import { useStoredForm } from '../use-stored-form.ts'
import { wearInvoices } from './wear-invoices.ts'

interface Form {
  isOn: 0 | 1
  when: InvoiceSettings['when']
}

const moments = [
  { value: 'shipping', label: '出貨或取貨時' },
  { value: 'payment', label: '付款時' },
]

/** Whether the shop issues invoices, and when. */
export function InvoicePanel({ stored }: { stored: StoredSettings }) {
  const isReadOnly = !useMay()('setting.write')
  const { form, version, takeSaved } = useStoredForm<Form>(shown(stored))
  const save = useSaveEntry({
    form,
    save: ({ isOn, when }) => {
      const values = { mode: isOn ? ('on' as const) : ('none' as const), when }
      return write(adminSettingsApi.updateInvoice, { data: { version, values } })
    },
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
      wearInvoices(settings.invoice.values)
    },
  })
  useUnsavedForm(save.isDirty)
  return (
    <Panel title="開立發票">
      <Box
        component="form"
        noValidate
        aria-label="開立發票"
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
      >
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          開啟後，顧客結帳與跟團時選擇發票類型與載具；沒有選擇的訂單以會員載具開立。
        </Typography>
        <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
          <FlagFormField
            control={form.control}
            name="isOn"
            label="開立電子發票"
            help="先在「電子發票帳號」設定並測試帳號"
          />
          <SelectFormField
            control={form.control}
            name="when"
            label="開立時機"
            options={moments}
            help="取貨付款與付給團主的訂單，收到款項後才開立"
          />
        </Box>
        <SaveButton isSaving={save.isSaving} />
      </Box>
      {/* An older one may need a void or an allowance while the menu has no entry for them. */}
      <MuiLink
        component={Link}
        to={paths.adminInvoices()}
        color="inherit"
        sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
      >
        查看已開立的發票
      </MuiLink>
    </Panel>
  )
}

function shown({ invoice: { version, values } }: StoredSettings) {
  return {
    version,
    values: { isOn: values.mode === 'on' ? (1 as const) : (0 as const), when: values.when },
  }
}
