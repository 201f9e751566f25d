import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface DialogState {
  /** The entry before it in the history is the list, so that closing may go back. */
  isOverList?: boolean
}

/** The dialogs of a list are routes below its own, so that a reload, a link and Back keep them. */
export function useDialogRoutes(path: string) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const isRowGone = useRef(false)
  const leaving = useRef(false)
  const isOverList = (state as DialogState | null)?.isOverList === true
  /** The current path; undefined once the list is left. */
  const shownPath = useRef<string>(undefined)
  useEffect(() => {
    shownPath.current = pathname
    return () => {
      shownPath.current = undefined
    }
  }, [pathname])

  // The closing dialog gives the focus back to the row's button; only then can it move on.
  useEffect(() => {
    if (pathname !== path || !isRowGone.current) return
    isRowGone.current = false
    heading.current?.focus({ preventScroll: true })
  }, [pathname, path])

  /** False for the callbacks of a dialog that was closed while its call was running. */
  const isStillShown = () => shownPath.current === pathname

  function close() {
    if (isOverList) void navigate(-1)
    else void navigate({ pathname: path, search }, { replace: true })
  }

  return {
    heading,
    leaving,
    open: (dialog: string) => {
      void navigate({ pathname: `${path}/${dialog}`, search }, { state: { isOverList: true } })
    },
    /** Opens another dialog in place of this one. */
    replace: (dialog: string) => {
      void navigate({ pathname: `${path}/${dialog}`, search }, { replace: true, state })
    },
    close,
    closeSaved: () => {
      if (!isStillShown()) return
      leaving.current = true
      close()
    },
    focusHeadingOnceClosed: () => {
      isRowGone.current = isStillShown()
    },
    focusHeading: () => heading.current?.focus({ preventScroll: true }),
  }
}
