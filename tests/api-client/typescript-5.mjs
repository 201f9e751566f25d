import { registerHooks } from 'node:module'

// openapi-typescript builds its output with the API of TypeScript 5, which version 7 lacks.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
