import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts'

/** Adds this to how many forms of the page hold unsaved changes. */
const DirtyFormsContext = createContext<(added: 1 | -1) => void>(() => {})

/** The forms of one page share a guard: of several blockers the router asks only one. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirtyForms, setDirtyForms] = useState(0)
  // A function, so that the context keeps its value while the count changes.
  const [add] = useState(() => (added: 1 | -1) => setDirtyForms((before) => before + added))
  const guard = useUnsavedGuard({ isDirty: dirtyForms > 0, onClose: () => {} })
  return (
    <DirtyFormsContext value={add}>
      {children}
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </DirtyFormsContext>
  )
}

/** A form inside `UnsavedForms`: while it is dirty, leaving the page asks first. */
export function useUnsavedForm(isDirty: boolean): void {
  const add = useContext(DirtyFormsContext)
  // Before the form is shown: who leaves at once is asked by what is seen.
  useLayoutEffect(() => {
    if (!isDirty) return
    add(1)
    return () => add(-1)
  }, [add, isDirty])
}
