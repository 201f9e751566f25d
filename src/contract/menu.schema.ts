import Type from 'typebox'
import { menuScreens } from './menu-screens.ts'

const label = Type.String({ maxLength: 20, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

/** An empty label is the screen's own word, the name of the category, or the title of the page. */
const MenuEntry = Type.Union([
  Type.Object({ kind: Type.Literal('screen'), target: Type.Enum(menuScreens), label }),
  /** The target is its name. */
  Type.Object({
    kind: Type.Literal('category'),
    target: Type.String({ minLength: 1, maxLength: 100 }),
    label,
  }),
  /** The target is the id of the page; its link is shown while the page is public. */
  Type.Object({
    kind: Type.Literal('page'),
    target: Type.String({ minLength: 1, maxLength: 200 }),
    label,
  }),
  /** A link to another site. */
  Type.Object({
    kind: Type.Literal('link'),
    target: Type.String({ maxLength: 300, pattern: '^https://[^\\s<>"]+$' }),
    label: Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  }),
])

export const MenuSettings = Type.Object({
  header: Type.Array(MenuEntry, { minItems: 1, maxItems: 16 }),
  /** 「關於網站」 of the footer. */
  footer: Type.Array(MenuEntry, { maxItems: 16 }),
  /** Whether the footer says 「本公司不會主動致電客戶」. */
  says_no_calls: Type.Boolean(),
})

const MenuLink = Type.Object({
  /** A path of the shop, or the address of another site. */
  to: Type.String(),
  label: Type.String(),
  screen: Type.Optional(Type.Enum(menuScreens)),
})
export const ShownMenu = Type.Object({
  header: Type.Array(MenuLink),
  footer: Type.Array(MenuLink),
  says_no_calls: Type.Boolean(),
})

const version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const Menu = Type.Object({
  success: Type.Literal(true),
  version,
  values: MenuSettings,
  categories: Type.Array(Type.String()),
  pages: Type.Array(
    Type.Object({
      ...{ id: Type.String(), slug: Type.String(), title: Type.String() },
      is_public: Type.Boolean(),
    }),
  ),
})

export const read = { reply: Menu }
export const update = {
  data: Type.Object({ version, values: MenuSettings }),
  reply: Type.Object({ ...Menu.properties, message: Type.String() }),
}
