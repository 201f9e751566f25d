import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressed = /\.(js|css|svg|json)$/
/** Below this the encoding's own words weigh as much as what it saves. */
const minBytes = 512

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const toBrotli = promisify(brotliCompress) as (bytes: Buffer, options: object) => Promise<Buffer>
const toGzip = promisify(gzip) as (bytes: Buffer, options: object) => Promise<Buffer>

/** Writes each text of the build as br and gz too, as small as it gets, once and not per request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressed.test(name))
      await Promise.all(names.map((name) => compressFile(join(dir, name))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < minBytes) return
  const [br, gz] = await Promise.all([toBrotli(bytes, quality), toGzip(bytes, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
