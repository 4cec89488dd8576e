/**
 * Brings a database to the newest shape. Migrations are numbered .sql files, go forward only and
 * are never edited once released: each run compares the checksums of what it finds applied.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Row } from './port.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Runs a script as the database's administrator and gives its rows. */
export type Administer = (script: string) => Promise<Row[]>

const folder = new URL('./migrations/', import.meta.url)

export const migrations = (): readonly Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

const ledger = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One runner at a time per database: a second one waits, then finds nothing left to do. */
const alone = 7_206_321

async function apply(
  administer: Administer,
  { name, text, checksum }: Migration,
): Promise<boolean> {
  const [found] = (await administer(
    `select checksum from migrations where name = ${quoted(name)}`,
  )) as { checksum: string }[]
  if (found && found.checksum !== checksum) {
    throw new Error(`${name} was applied with another text. Released migrations are never edited.`)
  }
  if (found) return false
  const record = `insert into migrations (name, checksum) values (${quoted(name)}, '${checksum}')`
  if (text.startsWith('-- no-transaction')) {
    await administer(text)
    await administer(record)
  } else {
    await administer(`begin; set local lock_timeout = '1s'; ${text}; reset role; ${record}; commit`)
  }
  return true
}

/** Five tries a second apart: a lock held by a running statement must not fail a release. */
async function patiently<T>(work: () => Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      await undo()
      if ((error as { code?: string }).code !== '55P03' || attempt === 5) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

/** Applies what is missing and returns its names. */
export async function migrate(administer: Administer): Promise<string[]> {
  await administer(`select pg_advisory_lock(${alone})`)
  try {
    await administer(ledger)
    const applied: string[] = []
    for (const migration of migrations()) {
      const undo = (): Promise<unknown> => administer('rollback').catch(() => [])
      const isNew = await patiently(() => apply(administer, migration), undo)
      if (isNew) applied.push(migration.name)
    }
    return applied
  } finally {
    await administer(`select pg_advisory_unlock(${alone})`)
  }
}

/** The names that `migrate` would apply, for a server that may only look. */
export const missing = (applied: ReadonlySet<string>): string[] =>
  migrations()
    .map(({ name }) => name)
    .filter((name) => !applied.has(name))
