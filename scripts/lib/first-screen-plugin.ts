import { basename, join } from 'node:path'
import { type HtmlTagDescriptor, type Plugin, runnerImport } from 'vite'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'src/web/main.ts')
const pageTable = join(root, 'src/web/pages.ts')
const toasts = join(root, 'src/web/shell/lazy-toasts.tsx')
/** The pages that most visits begin with. */
const firstPages = /src\/web\/(home|catalog|cart)\//
/** What the entry starts. */
const application = join(root, 'src/web/app.tsx')
const firstPaintModule = './src/web/first-paint.tsx'
const place = '<template id="first-paint"></template>'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

interface FirstPaintModule {
  firstPaint: () => string
}

/**
 * Puts the first paint into the built document, drawn by the components themselves, and tells the
 * browser of the application's code, which the small entry imports only once it runs.
 */
export function firstScreenPlugins(): Plugin[] {
  return [
    {
      name: 'first-paint',
      apply: 'build',
      transformIndexHtml: {
        // Before Vite reads the document, which then gives the pictures their final addresses.
        order: 'pre',
        handler: async (html) => {
          const { module } = await runnerImport<FirstPaintModule>(firstPaintModule, { root })
          return html.replace(place, place.replace('><', `>${module.firstPaint()}<`))
        },
      },
    },
    {
      name: 'application-preload',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) => {
          const chunks = new Map(
            Object.values(bundle).flatMap((output) =>
              output.type === 'chunk' ? [[output.fileName, output] as const] : [],
            ),
          )
          const app = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(application))
          if (!app) throw new Error(`the build has no chunk of ${application}`)
          const wanted = new Set<string>()
          const collect = (name: string) => {
            if (wanted.has(name)) return
            wanted.add(name)
            for (const imported of chunks.get(name)?.imports ?? []) collect(imported)
          }
          collect(app.fileName)
          return [...wanted]
            .filter((name) => !html.includes(`/${name}"`))
            .map((name) => (name === app.fileName ? moduleScript(name) : modulePreload(name)))
        },
      },
    },
  ]
}

/**
 * The chunk of a module that the first screens need; each further file is a further wait. All that
 * the application starts with is one chunk, so is what several first pages share, and so is what one
 * of them shares with later code.
 */
export function firstScreenChunk(id: string, graph: ModuleGraph): string | null {
  if (neededBy(entry, graph).has(id)) return 'start'
  if (neededBy(application, graph).has(id)) return 'app'
  const lazyRoots = [pageTable, toasts].flatMap(
    (importer) => graph.getModuleInfo(importer)?.dynamicallyImportedIds ?? [],
  )
  const users = lazyRoots.filter((lazyRoot) => neededBy(lazyRoot, graph).has(id))
  const [page, ...others] = users.filter((user) => firstPages.test(user))
  if (!page || users.length === 1) return null
  return others.length > 0 ? 'screens' : `${basename(page, '.tsx')}-parts`
}

const known = new Map<string, Set<string>>()

/** A module, the modules that it imports, and those that they import. */
function neededBy(id: string, graph: ModuleGraph): Set<string> {
  const found = known.get(id)
  if (found) return found
  const needed = new Set([id])
  // A set gives what is added to it meanwhile, too.
  for (const one of needed) {
    for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(imported)
  }
  known.set(id, needed)
  return needed
}

/** A script of the document, though the entry imports it: it has run before the load event. */
function moduleScript(name: string): HtmlTagDescriptor {
  return {
    tag: 'script',
    attrs: { type: 'module', crossorigin: true, fetchpriority: 'low', src: `/${name}` },
    injectTo: 'head',
  }
}

function modulePreload(name: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${name}` },
    injectTo: 'head',
  }
}
