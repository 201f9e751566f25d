import type { Plugin } from 'vite'

const router = 'react-router/dist/production/lib'

/**
 * Where libraries reach code that nothing of this shop uses, which a minifier cannot know: React
 * Router's framework, tracing, fetchers and actions, and endless queries. `biome.json` forbids the
 * imports that would need it.
 */
const unused: { file: string; original: string; replacement: string }[] = [
  {
    file: `${router}/dom/lib.js`,
    original: 'usePrefetchBehavior(prefetch, rest)',
    replacement: '[false, null, {}]',
  },
  {
    file: `${router}/dom/lib.js`,
    original: 'React$1.createElement(PrefetchPageLinks, { page: href })',
    replacement: 'null',
  },
  {
    file: `${router}/router/router.js`,
    original: 'if (init.instrumentations)',
    replacement: 'if (false)',
  },
  { file: `${router}/router/router.js`, original: '\n\t\tfetch,', replacement: '' },
  {
    file: `${router}/router/router.js`,
    original: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
    replacement: 'else if (false) {',
  },
  {
    file: '@tanstack/query-core/build/modern/query.js',
    original: 'this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) :',
    replacement: '',
  },
]

/** Takes it out, so that the minifier leaves it out; a build fails where a library has changed. */
export function withoutUnusedCode(): Plugin {
  return {
    name: 'without-unused-code',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const own = unused.filter(({ file }) => id.endsWith(`/node_modules/${file}`))
      if (own.length === 0) return undefined
      return own.reduce((text, { original, replacement }) => {
        if (!text.includes(original)) throw new Error(`${id} has no longer ${original}`)
        return text.replace(original, replacement)
      }, code)
    },
  }
}
