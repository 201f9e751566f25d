// The import rules of the project, by pattern: a new feature folder is covered the day it appears.
/**
 * @param {string} name
 * @param {string} from
 * @param {string} allowed
 * @param {string} [comment]
 */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: allowed },
})

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-is-closed',
      comment: 'The contract knows neither end, and no Node and no DOM library.',
      severity: 'error',
      from: { path: '^src/contract', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/contract', '^node_modules/typebox'] },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^src/web' },
      to: { path: '^src/server' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^src/server' },
      to: { path: '^src/web' },
    },
    {
      name: 'web-ships-no-schemas',
      comment: 'The web takes the types of the schemas, never the schema library.',
      severity: 'error',
      from: { path: '^src/web' },
      to: {
        path: ['^src/contract/.*\\.schema\\.ts$', '^node_modules/typebox'],
        dependencyTypesNot: ['type-only'],
      },
    },
    // Server: catalog <- coupons <- cart <- orders <- payments, each on http, db and the contract.
    only(
      'server-foundation',
      '^src/server/(http|limits|cache|input|db)/',
      '^src/(contract|server/(http|limits|cache|input|db|log|config))',
      'http and db know no feature.',
    ),
    only(
      'server-catalog',
      '^src/server/catalog/',
      '^src/(contract|server/(catalog|http|limits|cache|input|db|config|log))',
    ),
    only(
      'server-coupons',
      '^src/server/coupons/',
      '^src/(contract|server/(coupons|catalog|http|limits|cache|input|db|config|log))',
    ),
    only(
      'server-cart',
      '^src/server/cart/',
      '^src/(contract|server/(cart|coupons|catalog|http|limits|cache|input|db|config|log))',
    ),
    only(
      'server-orders',
      '^src/server/orders/',
      '^src/(contract|server/(orders|cart|coupons|catalog|http|limits|cache|input|db|config|log))',
    ),
    only(
      'server-payments',
      '^src/server/payments/',
      '^src/(contract|server/(payments|orders|cart|coupons|catalog|http|limits|cache|input|db|config|log))',
    ),
    only(
      'server-jobs',
      '^src/server/(jobs|settings)/',
      '^src/(contract|server/(jobs|settings|http|limits|cache|input|db|config|log))',
      'The queue and the settings know no feature: features register with them.',
    ),
    only(
      'server-own-rooms',
      '^src/server/(members|admin|uploads|mail)/',
      '^src/(contract|server/(members|admin|uploads|mail|jobs|settings|http|limits|cache|input|db|config|log))',
      'Members, administrators, uploads and mail know nothing of selling.',
    ),
    // Web: api, ui <- tracking, cart <- catalog <- home; cart <- orders <- payments.
    only(
      'web-ui',
      '^src/web/ui/',
      '^src/(web/ui/|contract/uploads\\.ts)',
      'ui knows no feature, no router, no query cache; only the names of our pictures.',
    ),
    only('web-navigation', '^src/web/navigation/', '^src/web/navigation/'),
    only('web-api', '^src/web/api/', '^src/(contract|web/(api|ui|paths))'),
    only(
      'web-catalog',
      '^src/web/catalog/',
      '^src/(contract|web/(catalog|cart|tracking|api|ui|paths))',
    ),
    only('web-cart', '^src/web/cart/', '^src/(contract|web/(cart|members/session|api|ui|paths))'),
    only(
      'web-back-office-is-apart',
      '^src/web/(?!admin/|routes\\.tsx)',
      '^src/(contract|web/(?!admin/))',
      'The back office is one lazy chunk that only the route table knows.',
    ),
    only(
      'web-back-office-borrows-little',
      '^src/web/admin/',
      '^src/(contract|web/(admin|api|navigation|ui|paths))',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
