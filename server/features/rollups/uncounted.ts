import { raw, type Sql } from '../../platform/db/index.ts'

/**
 * Live rows that the rollups count wrongly or not at all. Must match the condition of their index word for word, or the
 * index is not used.
 */
export const uncounted = (alias: string): Sql => {
  const column = (name: string): string => `${alias}.${name}`
  const bucket = `${column('severity')} * 8 + ${column('status')} * 2 + ${column('muted')}::int`
  return raw(
    `case when ${column('removed_at')} is null and ${column('counted')} = ${bucket} then 0 else 1 end = 1`,
  )
}
