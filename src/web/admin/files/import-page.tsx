import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import {
  type FileEncoding,
  fileKindLabels,
  type ImportKind,
  importKinds,
} from '#contract/file-kinds.ts'
import {
  type ImportPreset,
  importPresetLabels,
  maxImportedFiles,
} from '#contract/import-presets.ts'
import { adminImportApi, type ImportMatching } from '#contract/imports.ts'
import { ApiError } from '../../api/api-error.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ColumnTable } from './column-table.tsx'
import { ImportPreview } from './import-preview.tsx'
import { encodingLabels, importHints } from './import-words.ts'
import { SampleTable } from './sample-table.tsx'
import { sendForm } from './send-form.ts'

/** Takes a file, shows what its lines would change, and starts the import. */
export function AdminImportPage() {
  const { kind: word } = useParams()
  const kind = importKinds.find((known) => known === word)
  return kind ? <ImportPage key={kind} kind={kind} /> : <Redirect to={paths.admin()} />
}

function ImportPage({ kind }: { kind: ImportKind }) {
  const title = `匯入${fileKindLabels[kind]}`
  usePageTitle(title)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const runId = params.get('run') ?? undefined
  const [sent, setSent] = useState<Sending>({ files: [], encoding: 'auto', preset: 'auto' })
  const send = useMutation({
    mutationFn: ({ files, encoding, preset, columns }: Sending) =>
      sendForm(
        adminImportApi.upload,
        { kind },
        {
          encoding,
          ...(kind === 'products' && { preset }),
          ...(columns && { columns: JSON.stringify(columns) }),
          file: files,
        },
      ),
  })
  const input = useRef<HTMLInputElement>(null)
  const download = useCsvDownload()

  function choose(change: Partial<Sending>) {
    const next: Sending = { ...sent, ...change }
    setSent(next)
    if (next.files.length === 0) return
    const show = (run?: string) => void navigate(paths.adminImport(kind, run), { replace: true })
    // Callbacks of the call, unlike those of the mutation, do not run once the screen is left.
    send.mutate(next, { onSuccess: ({ run }) => show(run.id), onError: () => show() })
  }
  const { data, error } = send
  const isShown = data?.run.id === runId && !send.isPending
  const refused = error instanceof ApiError ? error.matching : undefined
  // The server of a version before says nothing of the columns.
  const read = isShown && data?.columns ? (data as ImportMatching) : undefined
  const matching = refused ?? (read && isOfInterest(read) ? read : undefined)
  return (
    <Box component="section" sx={page}>
      <Typography variant="h1">{title}</Typography>
      <Panel
        title="選擇檔案"
        action={
          <ActionButton
            color="inherit"
            sx={{ minHeight: 44 }}
            isLoading={download.isPending}
            onClick={() => download.mutate({ endpoint: adminImportApi.template, params: { kind } })}
          >
            下載範本
          </ActionButton>
        }
      >
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>{importHints[kind]}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <ActionButton
            variant={runId ? 'outlined' : 'contained'}
            color={runId ? 'inherit' : 'primary'}
            isLoading={send.isPending}
            sx={{ minHeight: 44 }}
            onClick={() => input.current?.click()}
          >
            {sent.files.length > 0 ? '選擇其他檔案' : '選擇 CSV 或 Excel 檔案'}
          </ActionButton>
          <input
            ref={input}
            type="file"
            hidden
            multiple={kind === 'products'}
            aria-label="CSV 或 Excel 檔案"
            accept=".csv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])].slice(0, maxImportedFiles)
              // Other files have other columns.
              if (files.length > 0) choose({ files, columns: undefined })
              target.value = ''
            }}
          />
          {kind === 'products' && (
            <Choice
              label="檔案來源"
              value={sent.preset}
              labels={{ auto: '自動判斷', ...importPresetLabels }}
              onChange={(preset) => choose({ preset, columns: undefined })}
            />
          )}
          <Choice
            label="檔案編碼"
            value={sent.encoding}
            labels={encodingLabels}
            onChange={(encoding) => choose({ encoding })}
          />
          <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {sent.files.map(({ name }) => name).join('、')}
          </Typography>
        </Box>
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error.message}
          </Alert>
        )}
        {data && isShown && (
          <>
            <SampleTable rows={data.sample} />
            {data.unknown_columns.length > 0 && (
              <Alert severity="info" sx={{ mt: 2 }}>
                略過不認識的欄位：{data.unknown_columns.join('、')}
              </Alert>
            )}
          </>
        )}
      </Panel>
      {matching && (
        <ColumnTable
          // Each reading of a file is a table of its own.
          key={data?.run.id ?? error?.message}
          matching={matching}
          isSending={send.isPending}
          onChoose={(columns) => choose({ columns: { ...sent.columns, ...columns } })}
        />
      )}
      {runId && <ImportPreview key={runId} runId={runId} />}
    </Box>
  )
}

interface Sending {
  files: File[]
  encoding: FileEncoding
  preset: ImportPreset | 'auto'
  columns?: Record<string, string> | undefined
}

/** A file of the shop's own, all of whose columns are known, needs no table of them. */
const isOfInterest = ({ preset, columns }: ImportMatching) =>
  preset !== 'own' || columns.some(({ field, word }) => field === undefined && word !== '')

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  labels: Record<Value, string>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, labels, onChange }: ChoiceProps<Value>) {
  const known = Object.keys(labels) as Value[]
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      sx={{ minWidth: 128 }}
      onChange={({ target }) => {
        const next = known.find((one) => one === target.value)
        if (next) onChange(next)
      }}
    >
      {known.map((one) => (
        <MenuItem key={one} value={one}>
          {labels[one]}
        </MenuItem>
      ))}
    </TextField>
  )
}

const page = { display: 'grid', gap: 2, maxWidth: 1040, width: '100%', minWidth: 0 } as const
