import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi, type ParsedRoute } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const document = join(root, 'docs/openapi.json')

let folder: string
beforeAll(async () => {
  // Within the project, so that the compiler finds its packages.
  folder = await mkdtemp(join(root, 'node_modules/.generated-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** This generator takes what follows a colon, as in `accounts:delete`, for a parameter. */
const onCreateRoute = (route: ParsedRoute) => !route.raw.route.includes(':') && route

const generators: Record<string, (fileName: string) => Promise<unknown>> = {
  'openapi-typescript': (fileName) => {
    const generate = join(import.meta.dirname, 'generate.mjs')
    return run(process.execPath, [generate, document, join(folder, fileName)])
  },
  'swagger-typescript-api': (fileName) =>
    generateApi({
      input: document,
      output: folder,
      fileName,
      silent: true,
      hooks: { onCreateRoute },
    }),
}

it.each(Object.keys(generators))(
  '%s makes a client of docs/openapi.json that compiles (MEND-06)',
  async (name) => {
    const fileName = `${name}.ts`
    await generators[name]?.(fileName)
    expect(await readFile(join(folder, fileName), 'utf8')).toContain('participation')
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', 'node']
    const modern = [
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable',
    ]
    const tsc = join(root, 'node_modules/.bin/tsc')
    const compiled = run(tsc, [...options, ...modern, fileName], { cwd: folder })
    expect(await compiled.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({
      stdout: '',
    })
  },
)
