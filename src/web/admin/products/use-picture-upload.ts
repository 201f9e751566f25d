import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pictureUploadKey } from '../ui/use-is-uploading.ts'
import { uploadFailure, uploadPicture } from './upload-picture.ts'

export interface UploadJob {
  file: File
  /** Where its address goes, counted from the main picture. */
  position: number
}

/** The addresses in the form, by their position. */
interface PictureAddresses {
  read: (position: number) => string
  write: (position: number, address: string) => void
  isLogo?: boolean
}

/**
 * Uploads pictures one after the other; leaving the dialog ends it. An address that is typed
 * meanwhile stays.
 */
export function usePictureUpload({ read, write, isLogo = false }: PictureAddresses) {
  const [progress, setProgress] = useState(0)
  const [current, setCurrent] = useState({ name: '', number: 0 })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const upload = useMutation<number, Error, UploadJob[]>({
    mutationKey: pictureUploadKey,
    mutationFn: async (jobs) => {
      const controller = new AbortController()
      running.current = controller
      const failures: string[] = []
      const before = jobs.map(({ position }) => read(position))
      let unused = 0
      for (const [index, { file, position }] of jobs.entries()) {
        setCurrent({ name: file.name, number: index + 1 })
        setProgress(0)
        try {
          const options = { onProgress: setProgress, signal: controller.signal, isLogo }
          const address = await uploadPicture(file, options)
          if (read(position) === before[index]) write(position, address)
          else unused += 1
        } catch (error) {
          if (controller.signal.aborted) throw error
          failures.push(uploadFailure(file, error))
        }
      }
      if (failures.length > 0) throw new Error(failures.join('\n'))
      return unused
    },
  })
  const unused = upload.data ?? 0
  const count = upload.variables?.length ?? 0

  return {
    start: upload.mutate,
    progress,
    isRunning: upload.isPending,
    /** Why files were not taken, one a line; empty without a failure. */
    failure: upload.error?.message ?? '',
    /** Notice of pictures whose place was taken by a typed address. */
    notice: unused > 0 ? `已保留輸入的網址，有 ${unused} 張上傳的圖片沒有使用` : '',
    /** The file that is being sent, or the last one, with its number among several. */
    status: count > 1 ? `${current.name}（${current.number} / ${count}）` : current.name,
  }
}
