import { arrivalRun } from '#contract/arrival-rules.ts'
import { demoRun } from '#contract/demo.ts'
import { fileKindLabels, personFile } from '#contract/file-kinds.ts'
import { type RunState, runActionLabels } from '#contract/run-states.ts'
import type { Run, RunEntry } from '#contract/runs.ts'

const runKindLabels: Record<string, string> = {
  ...fileKindLabels,
  articles: '公告',
  store_shipments: '超商寄件',
  [arrivalRun.kind]: '團購',
  [personFile.kind]: personFile.label,
  [demoRun.kind]: '示範資料',
}
const actionLabels: Record<string, string> = {
  ...runActionLabels,
  export: '匯出',
  import: '匯入',
  [demoRun.action]: '清除',
  [arrivalRun.action]: '分配到貨',
}

const stateLabels: Record<RunState, string> = {
  checking: '檢查中',
  ready: '待開始',
  queued: '執行中',
  running: '執行中',
  done: '已完成',
  cancelled: '已停止',
  failed: '失敗',
  undoing: '復原中',
  undone: '已復原',
}

export const entryStateLabels: Record<RunEntry['state'], string> = {
  waiting: '未執行',
  done: '已完成',
  failed: '未變更',
  undone: '已復原',
  kept: '未復原',
}

/** Label of the action, as in the menu. */
function runLabel({ action }: Pick<Run, 'action'>): string {
  return actionLabels[action] ?? action
}

/** The same with what it is done to. */
export function runName(run: Pick<Run, 'action' | 'kind'>): string {
  return `${runLabel(run)}（${runKindLabels[run.kind] ?? run.kind}）`
}

export function runStateLabel({ state, failed }: Run): string {
  return state === 'done' && failed > 0 ? '部分完成' : stateLabels[state]
}

const unfinished: RunState[] = ['checking', 'queued', 'running', 'undoing']

/** A job works on it, or will in a moment. */
export function isUnfinished({ state }: Pick<Run, 'state'>): boolean {
  return unfinished.includes(state)
}

export function canStop({ state }: Run): boolean {
  return isUnfinished({ state }) && state !== 'undoing'
}

/** How many of how many are through; of an undo, those of the changed ones. */
export function progressOf(run: Run): { done: number; total: number } {
  if (run.state !== 'undoing') return { done: run.done, total: run.total }
  return { done: (run.undone ?? 0) + (run.kept ?? 0), total: run.done - run.failed }
}

/** 「{done} / {total}」 */
export function progressText(run: Run): string {
  const { done, total } = progressOf(run)
  return `${done.toLocaleString('zh-TW')} / ${total.toLocaleString('zh-TW')}`
}

/** Outcome of a run, for its toast. */
export function outcomeOf(run: Run): { text: string; isWhole: boolean } {
  const changed = run.done - run.failed
  const label = runLabel(run)
  switch (run.state) {
    case 'undone': {
      const kept = run.kept ? `，${run.kept} 筆已有後續變更，未復原` : ''
      return { text: `已復原 ${run.undone ?? 0} 筆${kept}`, isWhole: !run.kept }
    }
    case 'cancelled':
      return { text: `${label}：已停止，完成 ${changed} 筆`, isWhole: false }
    case 'failed':
      return { text: `${label}：失敗${run.reason ? `，${run.reason}` : ''}`, isWhole: false }
    default:
      if (run.kind === demoRun.kind) return { text: '已清除示範資料', isWhole: true }
      if (run.failed === 0) return { text: `${label}：已完成 ${changed} 筆`, isWhole: true }
      return {
        text: `${label}：部分完成，完成 ${changed} 筆，${run.failed} 筆未變更`,
        isWhole: false,
      }
  }
}
