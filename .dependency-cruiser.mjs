// The import rules of the project, by pattern: a new feature folder is covered the day it appears.

/** What every room of the web may import. `shared` holds what storefront and back office both use. */
const everyWebRoom = ['api', 'ui', 'shared', 'paths']

/** The rooms of the web that may import more than every room may, or less. */
const webRooms = {
  ui: [],
  navigation: ['api', 'paths'],
  shared: ['ui', 'paths'],
  api: ['ui', 'shared', 'paths'],
  cart: [...everyWebRoom, 'stock'],
  catalog: [...everyWebRoom, 'navigation', 'cart', 'share', 'stock', 'tracking', 'campaigns'],
  home: [...everyWebRoom, 'catalog', 'campaigns'],
  campaigns: [...everyWebRoom, 'navigation', 'cart', 'orders', 'share', 'members', 'stock'],
  orders: [...everyWebRoom, 'navigation', 'cart', 'members', 'stores'],
  payments: [...everyWebRoom, 'navigation', 'cart', 'orders', 'members'],
  // The worker and the notifications end with a session.
  members: [...everyWebRoom, 'navigation', 'cart', 'phone'],
  phone: [...everyWebRoom, 'shell'],
  // Inside LINE members are signed in, and the card of a group is sent.
  liff: [...everyWebRoom, 'members'],
  share: [...everyWebRoom, 'liff'],
  search: [...everyWebRoom, 'catalog'],
  shell: [...everyWebRoom, 'navigation', 'cart', 'tracking', 'search'],
  articles: [...everyWebRoom, 'catalog'],
  'info-pages': [...everyWebRoom, 'catalog'],
  'hand-out': [...everyWebRoom, 'navigation'],
  // It shows a campaign before it is published as its page will be, and how to share it.
  admin: [...everyWebRoom, 'navigation', 'campaigns', 'hand-out', 'home', 'share'],
}
/**
 * @param {string} name
 * @param {string} from
 * @param {string | string[]} allowed
 * @param {string} [comment]
 */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: allowed },
})

/** @param {string[]} rooms */
const roomsOfWeb = (rooms) => rooms.map((room) => `^src/web/${room}[/.]`)

const webRules = [
  ...Object.entries(webRooms).map(([room, allowed]) =>
    only(`web-${room}`, `^src/web/${room}/`, [
      room === 'ui'
        ? '^src/contract/(money|page-head|taipei-time|translate|uploads)\\.ts$'
        : '^src/contract/',
      ...roomsOfWeb([room, ...allowed]),
    ]),
  ),
  {
    name: 'web-other-rooms',
    comment: 'A room that the table does not name imports what every room may, and itself.',
    severity: 'error',
    from: {
      path: '^src/web/([a-z-]+)/',
      pathNot: ['\\.test\\.tsx?$', ...roomsOfWeb(Object.keys(webRooms))],
    },
    to: {
      path: '^src/',
      pathNot: ['^src/contract/', '^src/web/$1/', ...roomsOfWeb(everyWebRoom)],
    },
  },
  only(
    'web-admin-ui',
    '^src/web/admin/ui/',
    ['^src/contract/', '^src/web/admin/(ui/|admin-context)', ...roomsOfWeb(everyWebRoom)],
    'Frame, dialogs, fields and panels of the back office know no feature of it.',
  ),
  {
    name: 'web-back-office-is-apart',
    comment: 'The back office is lazy chunks that only the tables of pages know.',
    severity: 'error',
    from: {
      path: '^src/web/',
      pathNot: ['^src/web/admin/', '^src/web/(pages|back-office-pages)\\.ts$'],
    },
    to: { path: '^src/web/admin/' },
  },
]

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-is-closed',
      comment: 'The contract knows neither end, and no Node and no DOM library.',
      severity: 'error',
      from: { path: '^src/contract', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^src/contract',
          '^node_modules/typebox',
          // English texts are formatted alike on both ends.
          '^node_modules/(intl-messageformat|@formatjs)',
        ],
      },
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
    // Server: settings <- catalog <- stock <- coupons <- cart <- orders <- payments <- campaigns, each on http, db and the contract.
    only(
      'server-foundation',
      '^src/server/(http|limits|cache|input|db)/',
      '^src/(contract|server/(http|limits|cache|input|db|log|config|metrics|programs|tracing))',
      'http and db know no feature.',
    ),
    only(
      'server-audit',
      '^src/server/audit/',
      '^src/(contract|server/(audit|http|input|db))',
      'The audit log knows no feature: features write to it.',
    ),
    only(
      'server-catalog',
      '^src/server/catalog/',
      '^src/(contract|server/(catalog|audit|http|limits|cache|input|search/(terms|write-terms)|db|config|log|metrics|programs))',
    ),
    only(
      'server-stock',
      '^src/server/stock/',
      '^src/(contract|server/(stock|webhooks/outbox|catalog|mail|jobs|settings|audit|http|limits|cache|input|search/(terms|write-terms)|db|config|log|metrics))',
    ),
    only(
      'server-coupons',
      '^src/server/coupons/',
      '^src/(contract|server/(coupons|stock|catalog|audit|http|limits|cache|input|db|config|log|metrics))',
    ),
    only(
      'server-credit',
      '^src/server/credit/',
      '^src/(contract|server/(credit|mail|jobs|settings|audit|http|limits|input|db|config))',
      'The ledger of members knows no order but by its id: what sells uses it and gives back.',
    ),
    only(
      'server-shipping',
      '^src/server/shipping/',
      '^src/(contract|server/(shipping|logistics|settings|audit|http|input|db))',
      'How goods are sent knows nothing of what is sold: carts and orders tell it their baskets.',
    ),
    only(
      'server-cart',
      '^src/server/cart/',
      '^src/(contract|server/(cart|shipping|logistics/stores|coupons|stock|catalog|settings|audit|http|limits|cache|input|db|config|log|metrics))',
    ),
    only(
      'server-orders',
      '^src/server/orders/',
      '^src/(contract|server/(secrets/secret-box|orders|cart|shipping|logistics/stores|coupons|credit|stock|catalog|mail|line-messages|jobs|settings|audit|http|limits|cache|input|search/(terms|write-terms)|db|config|log|metrics))',
    ),
    only(
      'server-payments',
      '^src/server/payments/',
      '^src/(contract|server/(secrets/secret-box|payments|ecpay|checks|orders|cart|shipping|coupons|credit|stock|catalog|mail|jobs|settings|audit|http|limits|cache|input|db|config|log|metrics))',
    ),
    only(
      'server-ecpay',
      '^src/server/ecpay/',
      '^src/server/(ecpay|http/call-out|db)',
      'How ECPay is spoken to knows nothing of payments and logistics.',
    ),
    only(
      'server-line',
      '^src/server/line/',
      '^src/server/(line|http/call-out|input/shorten|config-line)',
      'How LINE is spoken to knows nothing of members and orders.',
    ),
    only(
      'server-line-messages',
      '^src/server/line-messages/',
      '^src/(contract|server/(line-messages|line|jobs|settings|secrets/secret-box|audit|http|limits|input|db|config))',
      'Messages to members are kept and sent as mails are, by a room that knows nothing of selling.',
    ),
    only(
      'server-push',
      '^src/server/push/',
      '^src/(contract|server/(push|orders|jobs|settings|secrets/(secret-box|kept-secrets)|http|limits|input|db|config))',
      'Messages to browsers, beside those of LINE: campaigns queue theirs, and nothing depends on it.',
    ),
    only(
      'server-line-chat',
      '^src/server/line-chat/',
      '^src/(contract|server/(line-chat|line-messages|line|members/line/line-access|campaigns|orders|jobs|settings|http|limits|db|config))',
      'The chat reads what selling has written; nothing depends on it.',
    ),
    only(
      'server-logistics',
      '^src/server/logistics/',
      '^src/(contract|server/(logistics|ecpay|jobs|settings|secrets/secret-box|audit|http|cache|limits|input|db|config|log))',
      'Providers of parcels and the stores, below orders that are sent there.',
    ),
    only(
      'server-invoice-providers',
      '^src/server/invoices/provider/',
      '^src/(contract|server/(invoices/provider|ecpay|input|config))',
      'Providers of invoices know nothing of what is sold.',
    ),
    only(
      'server-invoice-account',
      '^src/server/invoices/account/',
      '^src/(contract|server/(invoices/(account|provider)|ecpay|settings|secrets/secret-box|audit|http|limits|input|db|config))',
      'The account of invoices, and questions to it that change nothing.',
    ),
    only(
      'server-invoices',
      '^src/server/invoices/[^/]+\\.ts$',
      '^src/(contract|server/(invoices|webhooks/outbox|ecpay|orders|settings|jobs|audit|http|input|db))',
      'What an order keeps decides about its invoices: they follow the books, and nothing follows them.',
    ),
    only(
      'server-shipments',
      '^src/server/shipments/',
      '^src/(contract|server/(shipments|payments|logistics|ecpay|shipping|orders|jobs|audit|http|limits|input|db|config|log))',
      'Parcels at a provider move the orders that they are of, and record nothing that orders do not.',
    ),
    only(
      'server-webhook-outbox',
      '^src/server/webhooks/outbox\\.ts$',
      '^src/(contract|server/db)',
      'Whatever happens in the shop may be written for webhooks.',
    ),
    only(
      'server-webhooks',
      '^src/server/webhooks/',
      '^src/(contract|server/(webhooks|admin/tell-owners|orders/order-events|mail|jobs|secrets|audit|http|limits|input|db|config))',
      'Webhooks are told of what happens, and nothing depends on them but for their outbox.',
    ),
    only(
      'server-newsletter',
      '^src/server/newsletter/',
      '^src/(contract|server/(newsletter|mail|jobs|settings|http|limits|input|db|config)|server/secrets/secret-box)',
    ),
    only(
      'server-checks',
      '^src/server/checks/',
      '^src/(contract/campaign-states|server/(checks|campaigns/states|db))',
      'The checks of the books read tables alone, so that payments and the doctor may read them.',
    ),
    only(
      'server-campaigns',
      '^src/server/campaigns/',
      '^src/(contract|server/(campaigns|webhooks/outbox|payments|orders|cart|shipping|logistics/stores|coupons|credit|stock|catalog|members|settings|mail|line-messages|push|jobs|audit|http|limits|cache|input|search/(terms|write-terms)|db|config|log|metrics))',
      'Nothing to its left knows campaigns: they subscribe to the events of orders.',
    ),
    only(
      'server-hand-out',
      '^src/server/hand-out/',
      '^src/(contract|server/(hand-out|campaigns/((campaigns|leader/leader)\\.queries|leader-money)|orders|mail|jobs|audit|http|limits|search/terms|db|config))',
      'The hand-out moves the orders and places that rooms below it keep.',
    ),
    only(
      'server-customers',
      '^src/server/customers/',
      '^src/(contract|server/(customers|campaigns/participations|orders/order-events|jobs|audit|http|limits|cache|input|search/(terms|write-terms)|db|config|log|metrics))',
      'Customers are read from the books, and nothing that sells depends on them.',
    ),
    only(
      'server-share',
      '^src/server/share/',
      '^src/(contract|server/(share|audit|campaigns|articles|info-pages|catalog|http|limits|cache|input|db|settings|uploads|config|log|programs|give-way))',
      'Documents, sitemap and cards read what the storefront shows.',
    ),
    only(
      'server-search-terms',
      '^src/server/search/(fold|terms|write-terms)\\.ts$',
      '^src/server/(search/(fold|terms)|jobs|db|programs)',
      'What texts are found by is made where the rows are written, below every room.',
    ),
    only(
      'server-search',
      '^src/server/search/',
      '^src/(contract|server/(search|catalog|jobs|http|limits|cache|input|db|config|log|programs))',
      'Search reads what selling has written; nothing depends on it but for how texts are folded into terms.',
    ),
    only(
      'server-articles',
      '^src/server/articles/',
      '^src/(contract|server/(articles|catalog|audit|http|limits|cache|input|db|config))',
      'Announcements take no more of the catalogue than how texts and pictures are kept.',
    ),
    only(
      'server-english-texts',
      '^src/server/english-texts/',
      '^src/(contract|server/(english-texts|catalog|audit|http|cache|db|config))',
      'The English texts stand in the rows of other rooms, which tell them to shoppers.',
    ),
    only(
      'server-info-pages',
      '^src/server/info-pages/',
      '^src/(contract|server/(info-pages|catalog|settings|audit|http|limits|cache|input|db|config))',
      'Pages take no more of the catalogue than how texts and pictures are kept.',
    ),
    only(
      'server-reports',
      '^src/server/reports/',
      '^src/(contract|server/(reports|audit|returns|invoices|campaigns|shipments|payments|orders|coupons|stock|catalog|settings|jobs|http|limits|cache|input|db))',
      'Reports read what the rooms below them have written.',
    ),
    only(
      'server-trash',
      '^src/server/trash/',
      '^src/(contract|server/(trash|articles|info-pages|orders|coupons|catalog|audit|http|limits|input|db))',
      'The trash brings back what the rooms below it have archived.',
    ),
    only(
      'server-opening',
      '^src/server/opening/',
      '^src/(contract|server/(opening|runs|payments|catalog|settings|uploads|mail|jobs|audit|http|input|db|config))',
      'The first day reads and clears what the rooms below it hold, and nothing depends on it.',
    ),
    only(
      'server-order-change',
      '^src/server/order-change/',
      '^src/(contract|server/(order-change|shipments/shipments\\.queries|payments|orders|cart|shipping|coupons|credit|stock|catalog|jobs|audit|http|limits|input|db|config))',
      'A change of an order moves what the rooms below it keep.',
    ),
    only(
      'server-returns',
      '^src/server/returns/',
      '^src/(contract|server/(returns|payments|orders|credit|settings|jobs|http|input|db))',
      'A return moves the goods and the money that the rooms below it keep.',
    ),
    only(
      'server-arrival',
      '^src/server/arrival/',
      '^src/(contract|server/(arrival|runs|campaigns|shipments/shipments\\.queries|payments|orders|credit|stock|mail|jobs|audit|http|input|db))',
      'What arrives is given out by a run, above the campaigns that it changes.',
    ),
    only(
      'server-jobs',
      '^src/server/(jobs|settings)/',
      '^src/(contract|server/(secrets|jobs|settings|audit|http|limits|cache|input|db|config|log|metrics|tracing))',
      'The queue and the settings know no feature: features register with them.',
    ),
    only(
      'server-own-rooms',
      '^src/server/(members|admin|uploads|mail)/',
      '^src/(contract|server/(members|admin|uploads|mail|line|jobs|settings|secrets|audit|http|limits|cache|input|db|config|log|metrics))',
      'Members, administrators, uploads and mail know nothing of selling.',
    ),
    {
      name: 'server-runs-are-above',
      comment: 'Runs know the rooms whose entries they change; no room knows runs.',
      severity: 'error',
      from: {
        path: '^src/server/[a-z]+/',
        pathNot: ['\\.test\\.ts$', '^src/server/(runs|exports|imports|opening|arrival|testing)/'],
      },
      to: { path: '^src/server/runs/' },
    },
    only(
      'server-tracing',
      '^src/server/tracing/',
      '^src/server/(tracing|config-operations|release)',
      'Traces know no feature: what is traced calls them.',
    ),
    {
      name: 'server-metrics',
      comment: 'The counters know no feature: features count with them.',
      severity: 'error',
      from: { path: '^src/server/metrics/(metrics|count-requests)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/server/metrics/' },
    },
    {
      name: 'gateway-is-closed',
      comment: 'The try-out gateway judges what the shop sends, so it shares no code with it.',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(src|tests|bench|scripts)/' },
    },
    {
      name: 'shop-never-imports-gateway',
      comment: 'Tests alone start the try-out gateway in their own process.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.ts$', '^src/server/testing/'] },
      to: { path: '^gateway/' },
    },
    ...webRules,
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
