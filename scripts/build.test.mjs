import { expect, it } from 'vitest'
import config from '../vite.config.ts'

/** The compilers of JSX and of styles. */
const ofLibraries = /^(vite:|@tailwindcss\/vite)/

it('no plugin of the build rewrites or replaces a module (HOUSE-11)', async () => {
  const given = (await Promise.all(config.plugins ?? [])).flat()
  const plugins = /** @type {import('vite').Plugin[]} */ (given.filter(Boolean))
  const own = plugins.filter(({ name }) => !ofLibraries.test(name))
  expect(own.map(({ name }) => name)).toContain('application-preload')
  const rewriting = own.filter((plugin) => plugin.resolveId || plugin.load || plugin.transform)
  expect(rewriting.map(({ name }) => name)).toEqual([])
  expect(config.resolve?.alias).toBeUndefined()
})
