import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type Backups, type BackupValues, backupHours, backupsApi } from '#contract/backups.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useMay } from '../admin-context.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import {
  DigitsFormField,
  FlagFormField,
  SelectFormField,
  TextFormField,
} from '../ui/fields/form-fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { BackupBucketPanel } from './backup-bucket-panel.tsx'
import { fieldset } from './field-styles.ts'
import { SaveButton } from './save-button.tsx'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

const busyMs = 2_000

/** When backups are made, and those that there are. */
export function BackupPanel() {
  const may = useMay()
  const read = useQuery({
    ...apiQuery(backupsApi.read, {}),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.data?.backups.is_running ? busyMs : false),
  })
  const backups = read.data?.backups
  if (!backups) {
    return read.error ? <RetryAlert query={read} /> : <CircularProgress aria-label="載入中" />
  }
  if (backups.place === null) return <MadeElsewhere />
  return (
    <>
      <SchedulePanel backups={backups} />
      {may('setting.write') && <BackupBucketPanel />}
      <FilesPanel backups={backups} place={backups.place} />
    </>
  )
}

function MadeElsewhere() {
  return (
    <Panel title="備份">
      <Typography>
        商店的資料庫是主機另外提供的 PostgreSQL，請管理主機的人定期以 pg_dump
        備份，並一起保存商品圖片；主機設定 BACKUP_DIR 之後，也可以在這裡備份。
      </Typography>
    </Panel>
  )
}

type Form = Omit<BackupValues, 'is_on' | 'every_hours'> & { is_on: 0 | 1; every_hours: string }

function SchedulePanel({ backups }: { backups: Backups }) {
  const may = useMay()
  const { form, version, takeSaved } = useStoredForm<Form>(shown(backups))
  const save = useSaveEntry({
    form,
    words,
    save: (typed) =>
      write(backupsApi.update, {
        data: { version, values: toValues(typed) },
      }),
    onSaved: (reply, sent) => takeSaved(sent, shown(reply.backups)),
  })
  useUnsavedForm(save.isDirty)
  const isFixed = (variable: string) => backups.fixed.includes(variable)
  const isTimeFixed = isFixed('BACKUP_AT')
  const isKeepFixed = isFixed('BACKUP_KEEP')
  const isReadOnly = !may('setting.write')
  const isOn = form.watch('is_on') === 1
  return (
    <Panel title="自動備份">
      <Box
        component="form"
        noValidate
        aria-label="自動備份"
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
      >
        <Box component="fieldset" disabled={isReadOnly || isTimeFixed} sx={fieldset}>
          <FlagFormField control={form.control} name="is_on" label="每天自動備份" />
          {!isOn && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              沒有備份時，主機的磁碟損壞就會失去整間商店的資料。
            </Typography>
          )}
          {isOn && (
            <TextFormField
              control={form.control}
              name="at"
              label="時間"
              type="time"
              help={isTimeFixed ? '由主機的環境變數 BACKUP_AT 決定' : '選顧客少的時段'}
            />
          )}
        </Box>
        {isOn && (
          <Box
            component="fieldset"
            disabled={isReadOnly || isFixed('BACKUP_EVERY_HOURS')}
            sx={{ ...fieldset, pt: 2.5 }}
          >
            <SelectFormField
              control={form.control}
              name="every_hours"
              label="多久備份一次"
              options={frequencies}
            />
          </Box>
        )}
        {isOn && (
          <>
            <Box component="fieldset" disabled={isReadOnly || isKeepFixed} sx={keptFields}>
              <DigitsFormField control={form.control} name="keep_days" label="保留最近幾天" />
              <DigitsFormField control={form.control} name="keep_weeks" label="保留最近幾週" />
              <DigitsFormField control={form.control} name="keep_months" label="保留最近幾個月" />
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
              {isKeepFixed
                ? '由主機的環境變數 BACKUP_KEEP 決定。'
                : '每天、每週、每月各留最新的一份，較舊的自動刪除；一天備份多次時，最近 24 小時的都保留。手動備份保留 30 天。'}
            </Typography>
          </>
        )}
        {!(isTimeFixed && isKeepFixed) && <SaveButton isSaving={save.isSaving} />}
      </Box>
    </Panel>
  )
}

const keptFields = {
  ...fieldset,
  pt: 2.5,
  gap: 2,
  gridTemplateColumns: { sm: 'repeat(3, 1fr)' },
} as const

const frequencies = backupHours.map((hours) => ({
  value: String(hours),
  label: hours === 24 ? '每天一次' : `每 ${hours} 小時`,
}))

const words = {
  at: { label: '時間' },
  every_hours: { label: '多久備份一次' },
  keep_days: { label: '保留最近幾天', invalid: '請輸入 1 到 60' },
  keep_weeks: { label: '保留最近幾週', invalid: '請輸入 0 到 60' },
  keep_months: { label: '保留最近幾個月', invalid: '請輸入 0 到 60' },
}

function shown({ version, values }: Backups) {
  const isOn: 0 | 1 = values.is_on ? 1 : 0
  const hours = String(values.every_hours ?? 24)
  return { version, values: { ...values, is_on: isOn, every_hours: hours } }
}

function toValues({ is_on, every_hours, ...others }: Form): BackupValues {
  // One of the options, which are those of the contract.
  const hours = Number(every_hours) as NonNullable<BackupValues['every_hours']>
  return { ...others, is_on: is_on === 1, every_hours: hours }
}

function FilesPanel({ backups, place }: { backups: Backups; place: string }) {
  const { files, is_running: isRunning, is_encrypted: isEncrypted } = backups
  const create = useApiMutation(backupsApi.create, { isPendingUntilShown: true })
  return (
    <Panel
      title="備份檔"
      action={
        <ActionButton
          permission="setting.write"
          variant="outlined"
          color="inherit"
          isLoading={create.isPending || isRunning}
          onClick={() => create.mutate({})}
          sx={{ minHeight: 44 }}
        >
          立即備份
        </ActionButton>
      }
    >
      <Box role="status">
        {isRunning ? <Typography>備份製作中…</Typography> : <LastResult backups={backups} />}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {files.map((file) => (
          <FileRow key={file.name} file={file} />
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2, overflowWrap: 'anywhere' }}>
        存放在主機的 {place}
        {backups.fixed.includes('BACKUP_DIR') && '（由環境變數 BACKUP_DIR 決定）'}。
        {backups.copies ? (
          <Copies copies={backups.copies} />
        ) : (
          '主機的磁碟損壞時備份也會遺失，請設定異地備份，或定期下載一份存到別處。'
        )}
        {!backups.is_embedded &&
          '資料庫是另外的 PostgreSQL，資料多時請管理主機的人另以 pg_dump 備份。'}
      </Typography>
      <Alert severity={isEncrypted ? 'info' : 'warning'} sx={{ mt: 2 }}>
        {isEncrypted
          ? '備份檔已加密，要有主機上的備份密碼或金鑰才能還原。'
          : '備份檔沒有加密：裡面有顧客的姓名、電話、地址、所有訂單，以及帳號密碼的雜湊值，下載後請妥善保管。主機設定 BACKUP_PASSPHRASE 之後，新的備份會加密。'}
      </Alert>
    </Panel>
  )
}

/** The state of the copies elsewhere, in a sentence. */
function Copies({ copies }: { copies: NonNullable<Backups['copies']> }) {
  const { changes_at: at } = copies
  if (at === undefined) return '驗證過的備份會複製到異地。'
  const until = at === null ? '正在製作第一份' : `複製到 ${formatDateTime(at)}`
  return `驗證過的備份會複製到異地；資料庫的每筆變更也會在幾分鐘內複製過去，目前${until}。`
}

/** How the last attempt went. */
function LastResult({ backups: { failure, files, can_verify: canVerify } }: { backups: Backups }) {
  if (failure) {
    return (
      <Alert severity="error">
        {formatDateTime(failure.at)} 的備份失敗：{failure.reason}。
      </Alert>
    )
  }
  const [last] = files
  if (!last) return <Typography>還沒有備份。</Typography>
  const verified = last.is_verified
    ? '，已還原驗證'
    : canVerify
      ? '，還沒有驗證'
      : '；主機沒有解密的金鑰，無法驗證'
  return (
    <Typography>
      最近一次備份成功：{formatDateTime(last.at)}，{sizeOf(last)}
      {verified}。
    </Typography>
  )
}

type File = Backups['files'][number]

function FileRow({ file }: { file: File }) {
  const download = useCsvDownload()
  const { name, at, is_manual: isManual, is_encrypted: isEncrypted, is_verified: isVerified } = file
  const isAlone = file.is_copied === false && isVerified
  const kind = [isManual ? '手動' : '自動', sizeOf(file), isEncrypted ? '已加密' : '未加密']
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600 }}>{formatDateTime(at)}</Typography>
          {!isVerified && <Chip size="small" label="未驗證" />}
          {isAlone && <Chip size="small" label="尚未複製到異地" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {kind.join('．')}
        </Typography>
      </Box>
      <ActionButton
        permission="setting.write"
        about={formatDateTime(at)}
        color="inherit"
        variant="outlined"
        isLoading={download.isPending}
        onClick={() => download.mutate({ endpoint: backupsApi.file, params: { name } })}
        sx={{ minHeight: 44, minWidth: 88, flexShrink: 0 }}
      >
        下載
      </ActionButton>
    </Box>
  )
}

function sizeOf({ bytes }: Pick<File, 'bytes'>): string {
  const kilobytes = bytes / 1_000
  if (kilobytes < 1_000) return `${Math.ceil(kilobytes)} KB`
  return kilobytes < 1_000_000
    ? `${(kilobytes / 1_000).toFixed(1)} MB`
    : `${(kilobytes / 1_000_000).toFixed(1)} GB`
}

const row = {
  display: 'flex',
  alignItems: 'center',
  columnGap: 2,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
