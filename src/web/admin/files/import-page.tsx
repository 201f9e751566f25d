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
  fileEncodings,
  fileKindLabels,
  type ImportKind,
  importKinds,
} from '#contract/file-kinds.ts'
import { adminImportApi } from '#contract/imports.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
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
  const [file, setFile] = useState<File>()
  const [encoding, setEncoding] = useState<FileEncoding>('auto')
  const send = useMutation({
    mutationFn: ({ file, encoding }: { file: File; encoding: FileEncoding }) =>
      sendForm(adminImportApi.upload, { kind }, { encoding, file }),
  })
  const input = useRef<HTMLInputElement>(null)
  const download = useCsvDownload()

  function choose(next: File | undefined, nextEncoding = encoding) {
    setEncoding(nextEncoding)
    if (!next) return
    setFile(next)
    const show = (run?: string) => void navigate(paths.adminImport(kind, run), { replace: true })
    // Callbacks of the call, unlike those of the mutation, do not run once the screen is left.
    send.mutate(
      { file: next, encoding: nextEncoding },
      { onSuccess: ({ run }) => show(run.id), onError: () => show() },
    )
  }
  const isShown = send.data?.run.id === runId && !send.isPending
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
            {file ? '選擇其他檔案' : '選擇 CSV 檔案'}
          </ActionButton>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="CSV 檔案"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              choose(target.files?.[0])
              target.value = ''
            }}
          />
          <TextField
            select
            size="small"
            label="檔案編碼"
            value={encoding}
            sx={{ minWidth: 128 }}
            onChange={({ target }) =>
              choose(file, fileEncodings.find((known) => known === target.value) ?? 'auto')
            }
          >
            {fileEncodings.map((known) => (
              <MenuItem key={known} value={known}>
                {encodingLabels[known]}
              </MenuItem>
            ))}
          </TextField>
          <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{file?.name}</Typography>
        </Box>
        {send.error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {send.error.message}
          </Alert>
        )}
        {send.data && isShown && (
          <>
            <SampleTable rows={send.data.sample} />
            {send.data.unknown_columns.length > 0 && (
              <Alert severity="info" sx={{ mt: 2 }}>
                略過不認識的欄位：{send.data.unknown_columns.join('、')}
              </Alert>
            )}
          </>
        )}
      </Panel>
      {runId && <ImportPreview key={runId} runId={runId} />}
    </Box>
  )
}

const page = { display: 'grid', gap: 2, maxWidth: 1040, width: '100%', minWidth: 0 } as const
