import { adminJobApi, type FailedJob } from '#contract/jobs.ts'
import { write } from '../../api/write.ts'
import { askAbout } from '../lists/ask-about.tsx'

export const RetryJobDialog = askAbout<FailedJob>(({ id, name }) => ({
  title: `重試 ${name}`,
  text: '這個工作會再執行一次。',
  label: '重試',
  run: () => write(adminJobApi.retry, { params: { id } }),
}))

export const EndJobDialog = askAbout<FailedJob>(({ id, name }) => ({
  title: `不再執行 ${name}`,
  text: '這個工作會從列表移除，之後無法重試。',
  label: '不再執行',
  color: 'error',
  run: () => write(adminJobApi.end, { params: { id } }),
}))
