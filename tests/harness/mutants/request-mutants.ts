import type { Mutant } from './mutant.ts'

/** The mutants that the fuzzer and the tests of single requests must detect. */
export const requestMutants: Record<string, Mutant> = {
  'nothing coerced': {
    noticedBy: 'fuzz: a quantity that is no number is taken (A1, A4)',
    changes: [
      {
        file: 'src/server/input/validation.ts',
        find: 'coerceTypes: false',
        replace: "coerceTypes: 'array'",
      },
    ],
  },
  'bodies validated': {
    noticedBy: 'fuzz: a body is taken that the document does not allow (A4, A14)',
    changes: [
      {
        file: 'src/server/input/validation.ts',
        find: 'if (validate(value)) return { value }',
        replace: 'validate(value); return { value }',
      },
    ],
  },
  'storable input': {
    noticedBy: 'fuzz: a null byte ends in a fault of the server (A8, A12)',
    changes: [
      {
        file: 'src/server/input/json-body.ts',
        find: 'if (depth > maxDepth) throw',
        replace: 'if (depth >= 0) return\n  if (depth > maxDepth) throw',
      },
    ],
  },
  'owner of an order': {
    noticedBy: "fuzz: somebody else's order is shown (B2)",
    changes: [
      {
        file: 'src/server/orders/orders.queries.ts',
        find: "and(ofOwner, eq(orders.id, sql.placeholder('id')))",
        replace: "eq(orders.id, sql.placeholder('id'))",
      },
    ],
  },
  'owner of a cart line': {
    noticedBy: "fuzz: a bystander's cart changes (B5)",
    changes: [
      {
        file: 'src/server/cart/cart.queries.ts',
        find: ".where(ofOwner)\n    .prepare('cart_set_quantity')",
        replace:
          ".where(eq(cartLines.id, sql.placeholder('id')))\n    .prepare('cart_set_quantity')",
      },
    ],
  },
  'door of the back office': {
    noticedBy: 'fuzz: a stranger is let into the back office (B1)',
    changes: [
      {
        file: 'src/server/http/caller.ts',
        find: "if (!admin) throw new ShopError('ADMIN_REQUIRED')",
        replace: "if (!admin) return { ...anonymousCaller, owner: 'a:x' }",
      },
    ],
  },
  'end of a session': {
    noticedBy: 'fuzz: a member is let in whose sessions were ended (C5)',
    changes: [
      {
        file: 'src/server/members/own-identity.ts',
        find: 'if (state.sessionVersion !== claims.version) return null',
        replace: '',
      },
    ],
  },
  'nothing of the inside': {
    noticedBy: 'fuzz: a refusal tells of the inside (H9)',
    changes: [
      {
        file: 'src/server/http/error-handler.ts',
        find: '.send(inCallersLanguage(refusal.reply))',
        replace: '.send({ ...refusal.reply, stack: refusal.stack })',
      },
    ],
  },
  'no-store': {
    noticedBy: 'fuzz: a personal answer may be kept by a cache (F7)',
    changes: [
      {
        file: 'src/server/app.ts',
        find: "if (isOpen) reply.header('Cache-Control', 'no-store')",
        replace: "if (isOpen && false) reply.header('Cache-Control', 'no-store')",
      },
    ],
  },
  'first page': {
    noticedBy: 'fuzz: page 0 ends in a fault of the server (G1)',
    changes: [
      {
        file: 'src/server/input/requested-page.ts',
        find: 'const page = readPage(text)',
        replace: 'const page = Number(text ?? 1)',
      },
    ],
  },
  'API key of the provider': {
    noticedBy: 'fuzz: a call without the API key is answered (C19)',
    changes: [
      {
        file: 'src/server/members/provider/provider-scope.ts',
        find: 'checkApiKey(request, options.apiKey)',
        replace: 'void checkApiKey',
      },
    ],
  },
  'unknown addresses': {
    noticedBy: "fuzz: an address that is none is refused in the framework's words (A12)",
    changes: [
      {
        file: 'src/server/app.ts',
        find: '    frameworkErrors: refuseAddress,\n',
        replace: '',
      },
    ],
  },
  'one host a request': {
    noticedBy: 'unit: a request with two hosts is answered (F8)',
    changes: [
      {
        file: 'src/server/http/connections.ts',
        find: 'return hosts === 1 &&',
        replace: 'return hosts >= 1 &&',
      },
    ],
  },
  'no writes from other sites': {
    noticedBy: 'unit: a page elsewhere empties a cart (F6)',
    changes: [
      {
        file: 'src/server/http/security.ts',
        find: 'next(isForeign ? new ShopError',
        replace: 'next(!isForeign && isForeign ? new ShopError',
      },
    ],
  },
  'new carts are limited': {
    noticedBy: 'unit: one network opens carts without end (G4)',
    changes: [
      {
        file: 'src/server/limits/write-limits.ts',
        find: 'if (!reply.newGuestCookie) return',
        replace: 'if (reply) return',
      },
    ],
  },
  'the guest is hidden from scripts': {
    noticedBy: "unit: a script can read the guest's cookie (F4)",
    changes: [
      { file: 'src/server/http/caller.ts', find: 'httpOnly: true', replace: 'httpOnly: false' },
    ],
  },
  'markup by named policies': {
    noticedBy: 'unit: the policy of the pages lets strings become markup (F1)',
    changes: [
      {
        file: 'src/server/http/security-headers.ts',
        find: '    "require-trusted-types-for \'script\'",\n',
        replace: '',
      },
    ],
  },
}
