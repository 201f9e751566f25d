import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { uploadFailure } from './upload-picture.ts'

test('a file that a proxy refuses as too large is named with its size (MEND-22)', () => {
  const file = new File([new Uint8Array(3 * 1024 * 1024)], 'a.jpg')
  expect(uploadFailure(file, ApiError.fromResponse(413, null))).toBe('「a.jpg」（3.0 MB）檔案過大')
})
