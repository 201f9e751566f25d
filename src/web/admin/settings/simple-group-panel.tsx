import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import { shownCredit } from '#contract/credit.ts'
import { setShownCredit } from '../../api/shop-config.ts'
import { useMay } from '../admin-context.ts'
import {
  DigitsFormField,
  FlagFormField,
  SelectFormField,
  TextFormField,
} from '../ui/fields/form-fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { PageFormField } from './page-form-field.tsx'
import { SaveButton } from './save-button.tsx'
import type { SettingField, SimpleGroup, StoredSettings } from './setting-groups.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'
import { wearLook } from './wear-look.ts'

type Form = Record<string, string | number>

/** One group with its own button to save it. */
export function SimpleGroupPanel(props: { definition: SimpleGroup; stored: StoredSettings }) {
  const { definition, stored } = props
  const { group, fields } = definition
  const isReadOnly = !useMay()('setting.write')
  const shown = (of: StoredSettings) => {
    const { version, values } = of[group]
    return { version, values: toForm(fields, values) }
  }
  const { form, version, takeSaved } = useStoredForm<Form>(shown(stored))
  const save = useSaveEntry({
    form,
    words: Object.fromEntries(fields.map(({ name, label }) => [name, { label }])),
    save: (typed) =>
      definition.save(version, { ...stored[group].values, ...toValues(fields, typed) }),
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
      if (group === 'shop') void wearLook({ shop: settings.shop.values })
      if (group === 'credit') setShownCredit(shownCredit(settings.credit.values))
    },
  })
  useUnsavedForm(save.isDirty)
  return (
    <Panel title={definition.title}>
      <Box
        component="form"
        noValidate
        aria-label={definition.title}
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
      >
        {definition.help && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
            {definition.help}
          </Typography>
        )}
        <Box
          component="fieldset"
          disabled={isReadOnly}
          sx={{ m: 0, p: 0, pt: 1, border: 0, minWidth: 0, display: 'grid', gap: 2.5 }}
        >
          {fields.map(({ name, label, kind, help, unit, options = [] }) => {
            const field = { control: form.control, name, label, help }
            if (kind === 'flag') return <FlagFormField key={name} {...field} />
            if (kind === 'page') return <PageFormField key={name} {...field} />
            if (kind === 'choice') {
              return <SelectFormField key={name} {...field} options={options} />
            }
            if (kind === 'text') return <TextFormField key={name} {...field} />
            const end = unit && <InputAdornment position="end">{unit}</InputAdornment>
            return <DigitsFormField key={name} {...field} endAdornment={end} />
          })}
        </Box>
        <SaveButton isSaving={save.isSaving} />
      </Box>
    </Panel>
  )
}

function toForm(fields: readonly SettingField[], values: object): Form {
  const known = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = known.get(name)
      if (kind === 'flag') return [name, value === true ? 1 : 0]
      return [name, typeof value === 'number' ? value : String(value ?? '')]
    }),
  )
}

/** An empty number is sent as it is: the server says what it should be. */
function toValues(fields: readonly SettingField[], typed: Form): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = typed[name]
      if (kind === 'flag') return [name, value === 1]
      return [name, typeof value === 'string' ? value.trim() : value]
    }),
  )
}
