import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import type { EndpointReply } from '#contract/endpoint.ts'
import { fillPolicy, policyFields } from '#contract/policy-fields.ts'
import type * as schema from '#contract/privacy.schema.ts'
import { adminPrivacyApi } from '#contract/privacy.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { policyMarkup } from '../../shared/policy-blocks.ts'
import { PolicyText } from '../../shared/policy-text.tsx'
import { formatDay } from '../../ui/dates.ts'
import { useMay } from '../admin-context.ts'
import { RichTextField } from '../markup/rich-text-field.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { halfTypedDay } from '../ui/fields/half-typed-day.ts'
import { startOfTaipeiDay, toTaipeiDay } from '../ui/fields/taipei-input.ts'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import type { StoredSettings } from './setting-groups.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type Version = EndpointReply<typeof schema.versions>['versions'][number]

/** The versions of the privacy policy and the terms, and the writing of a new one. */
export function PolicyPanel({ stored }: { stored: StoredSettings }) {
  const query = useQuery({
    ...apiQuery(adminPrivacyApi.versions, {}),
    staleTime: 0,
    // Another text would take away what is being typed.
    refetchOnWindowFocus: false,
  })
  const { data, error, refetch } = query
  return (
    <Panel title="隱私權政策與服務條款">
      {data ? (
        <>
          <VersionList versions={data.versions} />
          <PolicyForm
            version={data.versions[0]?.version ?? 0}
            text={policyMarkup(data.text)}
            terms={policyMarkup(data.terms)}
            stored={stored}
          />
        </>
      ) : error ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void refetch()}>
              重試
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Panel>
  )
}

const stateLabels: Record<Version['state'], string> = {
  planned: '尚未生效',
  in_force: '生效中',
  replaced: '已被取代',
}

function VersionList({ versions }: { versions: readonly Version[] }) {
  return (
    <Box component="ul" aria-label="各版本" sx={versionList}>
      {versions.map(({ version, from, state }) => (
        <Box component="li" key={version} sx={versionRow}>
          <Link
            component={RouterLink}
            to={paths.privacy(version)}
            target="_blank"
            color="inherit"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              minHeight: 44,
              whiteSpace: 'nowrap',
            }}
          >
            版本 {version}
          </Link>
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
            {formatDay(from * 1000)} 起
          </Typography>
          <Chip
            size="small"
            label={stateLabels[state]}
            color={state === 'in_force' ? 'success' : 'default'}
            variant={state === 'in_force' ? 'filled' : 'outlined'}
          />
        </Box>
      ))}
    </Box>
  )
}

interface Form {
  text: string
  terms: string
  /** `yyyy-MM-dd`; empty: at once. */
  from: string
}

interface PolicyFormProps {
  /** The newest one, and its texts. */
  version: number
  text: string
  terms: string
  stored: StoredSettings
}

function PolicyForm({ version, text, terms, stored }: PolicyFormProps) {
  const isReadOnly = !useMay()('setting.write')
  const { form, takeSaved } = useStoredForm<Form>({ version, values: { text, terms, from: '' } })
  const settings = { shop: stored.shop.values, privacy: stored.privacy.values }
  const preview = (html: string) => <PolicyText text={fillPolicy(html, settings)} />
  const save = useSaveEntry({
    form,
    words: {
      text: { label: '隱私權政策', invalid: '隱私權政策請在 50,000 個字以內' },
      terms: { label: '服務條款', invalid: '服務條款請在 50,000 個字以內' },
      from: { label: '生效日期' },
    },
    save: ({ from, ...texts }) =>
      write(adminPrivacyApi.publish, {
        data: { ...texts, ...(from !== '' && { from: startOfTaipeiDay(from) / 1000 }) },
      }),
    onSaved: ({ policy }, sent) => {
      // The texts of the reply have their fields filled in.
      takeSaved(sent, { version: policy.version, values: { ...sent, from: '' } })
    },
  })
  useUnsavedForm(save.isDirty)
  return (
    <Box
      component="form"
      noValidate
      aria-label="新版本"
      onSubmit={form.handleSubmit(({ from }) =>
        confirm({
          title: '發布新版本',
          text: `${validFrom(from)}發布後不能修改或刪除。生效後，結帳、跟團與註冊的人都會重新看到並同意新版本；已成立的訂單保留當時同意的版本。`,
          label: '發布',
          cancelLabel: '取消',
          run: async () => {
            save.submit()
            return {}
          },
        }),
      )}
    >
      <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
        <RichTextField
          control={form.control}
          name="text"
          label="隱私權政策"
          required
          rows={14}
          preview={preview}
        />
        <RichTextField
          control={form.control}
          name="terms"
          label="服務條款"
          rows={8}
          help="留空就沒有服務條款；寫好後可在「選單」放進頁尾"
          preview={preview}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          可使用的欄位：{policyFields.map((field) => `{${field}}`).join(' ')}
        </Typography>
        <Box sx={{ maxWidth: 240 }}>
          <DateField
            control={form.control}
            name="from"
            label="生效日期"
            help="留空時立即生效"
            fault={halfTypedDay}
            validate={(day) => !isPast(day) || '生效日期不能早於今天'}
          />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
        <ActionButton
          permission="setting.write"
          type="submit"
          variant="contained"
          disabled={!save.isDirty}
          isLoading={save.isSaving}
          sx={{ minHeight: 44 }}
        >
          發布新版本
        </ActionButton>
      </Box>
    </Box>
  )
}

const today = () => toTaipeiDay(Date.now())
const isPast = (day: string) => day !== '' && day < today()

function validFrom(day: string): string {
  if (day === '' || day === today()) return '新版本立即生效。'
  return `新版本自 ${day.replaceAll('-', '/')} 起生效。`
}

const versionList = {
  m: 0,
  mb: 3,
  p: 0,
  listStyle: 'none',
  maxHeight: 240,
  overflow: 'auto',
} as const
const versionRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  minHeight: 48,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const fieldset = {
  m: 0,
  p: 0,
  pt: 1,
  border: 0,
  minWidth: 0,
  display: 'grid',
  gap: 2,
} as const
