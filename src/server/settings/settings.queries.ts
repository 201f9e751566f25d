import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ConnectionGroup } from '#contract/connections.ts'
import { defaultSettings, type SettingGroup, type SettingValues } from '#contract/settings.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { settings } from '../db/tables/settings.ts'
import type { StaffActor } from '../http/actor.ts'

export const settingsChannel = 'settings_changed'

export type VersionedSettings = {
  [Group in SettingGroup]: { version: number; values: SettingValues[Group] }
}

const settingGroups = Object.keys(defaultSettings) as SettingGroup[]

/** Version 0 is that of a group which was never changed. */
export async function readSettings(db: Db): Promise<VersionedSettings> {
  const rows = await db.select().from(settings)
  const read = settingGroups.map((group) => {
    const row = rows.find((row) => row.group === group)
    const values = { ...defaultSettings[group], ...row?.values }
    return [group, { version: row?.version ?? 0, values }]
  })
  // One entry a group, with its own values: what `fromEntries` cannot tell.
  return Object.fromEntries(read) as VersionedSettings
}

const groupRead = prepared((db) =>
  db
    .select({ values: settings.values })
    .from(settings)
    .where(eq(settings.group, sql.placeholder('group')))
    .prepare('setting_group'),
)

/** The values of one group as they are committed: for what decides about money. */
export async function readSettingGroup<Group extends SettingGroup>(
  db: Db,
  group: Group,
): Promise<SettingValues[Group]> {
  const [row] = await groupRead(db).execute({ group })
  return { ...defaultSettings[group], ...row?.values }
}

/** False when the group has another version by now. Listeners are notified at the commit. */
export async function writeSettings(
  tx: Db,
  actor: StaffActor,
  change: {
    group: SettingGroup | ConnectionGroup
    version: number
    values: object
    /** Absent: the stored secrets stay. */
    sealed?: Buffer | null
  },
): Promise<boolean> {
  const { group, version } = change
  const updatedBy = actor.kind === 'admin' ? actor.id : actor.name
  const values: Record<string, unknown> = { ...change.values }
  const { sealed } = change
  const written =
    version === 0
      ? await tx
          .insert(settings)
          .values({ group, values, version: 1, updatedBy, sealed: sealed ?? null })
          .onConflictDoNothing()
          .returning({ group: settings.group })
      : await tx
          .update(settings)
          .set({
            values,
            version: version + 1,
            updatedAt: sql`now()`,
            updatedBy,
            ...(sealed !== undefined && { sealed }),
          })
          .where(and(eq(settings.group, group), eq(settings.version, version)))
          .returning({ group: settings.group })
  if (written.length === 0) return false
  await tx.execute(sql`select pg_notify(${settingsChannel}, ${group})`)
  return true
}

/** Every node reads the settings again at the commit: a page or text that they lead to has changed. */
export async function announceSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${settingsChannel}, 'menu')`)
}

/** The public ones of these pages, by their id. */
export async function readPublicPages(
  db: Db,
  ids: string[],
): Promise<Map<string, { slug: string; title: string }>> {
  if (ids.length === 0) return new Map()
  const { id, slug, title } = infoPages
  const rows = await db
    .select({ id, slug, title })
    .from(infoPages)
    .where(and(inArray(id, ids), infoPages.isPublic, isNull(infoPages.deletedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** 0 for a group that was never changed. */
export async function readGroupVersion(
  db: Db,
  group: SettingGroup | ConnectionGroup,
): Promise<number> {
  const [row] = await db
    .select({ version: settings.version })
    .from(settings)
    .where(eq(settings.group, group))
  return row?.version ?? 0
}
