import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

/**
 * Node parses the package.json of drizzle-orm (179 kB) again for each import within it and of it: 2 s
 * and 300 MB at each start of the shop. A relative import within the library names a file, and what
 * we import by its name is the same file each time.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('drizzle-orm')) {
      const known = resolved.get(specifier)
      if (known) return known
      const found = { ...next(specifier, context), shortCircuit: true }
      resolved.set(specifier, found)
      return found
    }
    const { parentURL } = context
    if (!specifier.startsWith('.') || !parentURL?.includes('/node_modules/drizzle-orm/')) {
      return next(specifier, context)
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
