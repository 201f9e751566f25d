import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useMay } from '../admin-context.ts'
import { SaveButton } from '../settings/save-button.tsx'
import { UnsavedForms, useUnsavedForm } from '../settings/unsaved-forms.tsx'
import { useStoredForm } from '../settings/use-stored-form.ts'
import { FlagFormField } from '../ui/fields/form-fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { MenuEntriesField } from './menu-entries-field.tsx'
import { fieldOfMenu, type MenuForm, menuForm, menuValues, type StoredMenu } from './menu-form.ts'

/** The menu of the header and the links of the footer. */
export function AdminMenuPage() {
  usePageTitle('選單')
  const menu = useQuery({
    ...apiQuery(adminMenuApi.read, {}),
    staleTime: 0,
    // Another version would take away what is being typed.
    refetchOnWindowFocus: false,
  })
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 760, width: '100%' }}>
      <Typography variant="h1">選單</Typography>
      {/* Kept data may know neither a page nor a policy that came since, and would be saved without them. */}
      {menu.data && menu.isFetchedAfterMount ? (
        <UnsavedForms>
          <MenuFormPanels stored={menu.data} />
        </UnsavedForms>
      ) : menu.error ? (
        <RetryAlert query={menu} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Box>
  )
}

function MenuFormPanels({ stored }: { stored: StoredMenu }) {
  const isReadOnly = !useMay()('setting.write')
  const shown = ({ version, values }: StoredMenu) => ({ version, values: menuForm(values) })
  const { form, version, takeSaved } = useStoredForm<MenuForm>(shown(stored))
  const save = useSaveEntry({
    form,
    words: {
      header: {
        label: '主選單',
        invalid: '主選單必須有購物車；其他網站的連結要有文字，網址以 https:// 開頭',
      },
      footer: { label: '頁尾', invalid: '其他網站的連結要有文字，網址以 https:// 開頭' },
    },
    fieldOf: fieldOfMenu,
    save: (typed) => write(adminMenuApi.update, { data: { version, values: menuValues(typed) } }),
    onSaved: (saved, sent) => takeSaved(sent, shown(saved)),
  })
  useUnsavedForm(save.isDirty)
  return (
    <Box
      component="form"
      noValidate
      aria-label="選單"
      onSubmit={(event) => {
        event.preventDefault()
        save.submit()
      }}
    >
      <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
        <Panel title="主選單">
          <MenuEntriesField form={form} name="header" choices={stored} />
        </Panel>
        <Panel title="頁尾">
          <MenuEntriesField form={form} name="footer" choices={stored} />
          <Box>
            <FlagFormField
              control={form.control}
              name="saysNoCalls"
              label="顯示「本公司不會主動致電客戶」"
            />
          </Box>
        </Panel>
      </Box>
      <SaveButton isSaving={save.isSaving} />
    </Box>
  )
}

const fieldset = { m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 2 } as const
