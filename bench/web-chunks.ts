import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  isEntry?: boolean
}

export interface Chunk {
  name: string
  bytes: number
  gzip: number
  brotli: number
  /** The scripts that the document names: the code before the first screen. */
  isFirst: boolean
}

/** Every script of the build, the largest first. */
export async function measureChunks(webDir: string): Promise<Chunk[]> {
  const manifest = JSON.parse(
    await readFile(join(webDir, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, ManifestEntry>
  const document = await readFile(join(webDir, 'index.html'), 'utf8')
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
  const chunks = await Promise.all(
    scripts.map(async ({ file, name = file }) => {
      const content = await readFile(join(webDir, file))
      return {
        name,
        bytes: content.length,
        gzip: gzipSync(content, { level: 9 }).length,
        brotli: brotliCompressSync(content).length,
        isFirst: document.includes(`/${file}"`),
      }
    }),
  )
  return chunks.toSorted((a, b) => b.gzip - a.gzip)
}
