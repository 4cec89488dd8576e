/**
 * The database that a release ships: migrated and empty. A new data directory starts from it, in less memory and
 * processor time than `initdb` and all migrations take. A clone has none.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrations } from './migrate.ts'

/** The file's name. It contains a checksum of the migrations, so that a template of other migrations is not found. */
export function templateName(applied: readonly Migration[] = migrations()): string {
  const list = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  return `template-${createHash('sha256').update(list).digest('hex').slice(0, 16)}.tar.gz`
}

/** A folder that only a release has: above this module, a bundle copies nothing. */
export const templateFolder = join(import.meta.dirname, '../templates')

/** The path of the template with exactly the migrations of this program, or null. */
export function shippedTemplate(folder = templateFolder): string | null {
  const file = join(folder, templateName())
  return existsSync(file) ? file : null
}
