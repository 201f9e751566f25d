import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
/** Started by the entry. */
const application = join(root, 'src/web/app.tsx')

/** Tells the browser of the application's code, which the small entry imports only once it runs. */
export function firstScreenPlugins(): Plugin[] {
  return [
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
