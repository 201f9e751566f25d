import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadPicture } from './upload-picture.ts'

interface UploadJob {
  file: File
  /** Where its address goes, counted from the main picture. */
  position: number
}

/** Uploads pictures one after the other; leaving the dialog ends it. */
export function usePictureUpload(onUploaded: (position: number, address: string) => void) {
  const [progress, setProgress] = useState(0)
  const [current, setCurrent] = useState({ name: '', number: 0 })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const upload = useMutation<void, Error, UploadJob[]>({
    mutationFn: async (jobs) => {
      const controller = new AbortController()
      running.current = controller
      const failures: unknown[] = []
      for (const [index, { file, position }] of jobs.entries()) {
        setCurrent({ name: file.name, number: index + 1 })
        setProgress(0)
        try {
          const options = { onProgress: setProgress, signal: controller.signal }
          onUploaded(position, await uploadPicture(file, options))
        } catch (error) {
          if (controller.signal.aborted) throw error
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  })
  const count = upload.variables?.length ?? 0

  return {
    start: upload.mutate,
    progress,
    isRunning: upload.isPending,
    hasFailed: upload.isError,
    /** The file that is being sent, or the last one, with its number among several. */
    status: count > 1 ? `${current.name}（${current.number} / ${count}）` : current.name,
  }
}
