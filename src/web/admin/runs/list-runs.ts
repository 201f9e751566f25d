import type { Permission } from '#contract/permissions.ts'
import type { RunActionName, runKinds } from '#contract/run-states.ts'

/** Runs and links for many entries of a list. */
export interface ListRuns {
  kind: (typeof runKinds)[number]
  actions: ListRun[]
  /** Pages for the checked entries, which get their ids as the state of the address. */
  links?: { label: string; to: string; permission: Permission }[]
}

export interface ListRun {
  action: RunActionName
  permission: Permission
  /** The field that its dialog has. */
  field?: 'carrier' | 'category' | 'tag'
  /** In place of how long it can be undone, of one that cannot. */
  note?: string
}
