/**
 * Brings a database to the newest shape. Migrations are numbered .sql files, are forward-only and never edited once
 * released: each run compares the checksums of what it finds applied.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from './port.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** The oldest version that can use the database after it, from a line `-- Breaks before: 0.4.0`. */
  readonly breaks_before?: string | undefined
}

/** Runs a script as the database's administrator and returns its rows. */
export type Administer = (script: string) => Promise<Row[]>

const folder = new URL('./migrations/', import.meta.url)
const breaksBefore = /^-- Breaks before: (\d+\.\d+\.\d+)$/m

export const migrations = (): readonly Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, breaks_before: breaksBefore.exec(text)?.[1] }
    })

const ledger = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

/** A text as a literal of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The advisory lock of processes that change a database's schema. */
const lock = 7_206_321

/**
 * One at a time per database: a second one waits, then finds nothing left to do. It polls instead of waiting inside a
 * statement, whose snapshot would stop `create index concurrently`.
 */
export async function alone<T>(administer: Administer, work: () => Promise<T>): Promise<T> {
  const take = async (): Promise<boolean> => {
    const [row] = await administer(`select pg_try_advisory_lock(${lock}) as taken`)
    return row?.['taken'] === true
  }
  while (!(await take())) await sleep(200)
  try {
    return await work()
  } finally {
    // Refused inside a transaction that failed; then the end of the session frees it.
    await administer(`select pg_advisory_unlock(${lock})`).catch(() => [])
  }
}

async function apply(
  administer: Administer,
  { name, text, checksum, breaks_before }: Migration,
): Promise<boolean> {
  const [found] = (await administer(
    `select checksum from migrations where name = ${quoted(name)}`,
  )) as { checksum: string }[]
  if (found && found.checksum !== checksum) {
    throw new Error(`${name} was applied with another text. Released migrations are never edited.`)
  }
  if (found) return false
  const record = breaks_before
    ? `insert into migrations (name, checksum, breaks_before) values (${quoted(name)}, '${checksum}', '${breaks_before}')`
    : `insert into migrations (name, checksum) values (${quoted(name)}, '${checksum}')`
  if (text.startsWith('-- no-transaction')) {
    // An earlier run may have ended before it recorded the index, or while it built it.
    const [, index] = /^create (?:unique )?index concurrently (\w+) /m.exec(text) ?? []
    if (index) await administer(`drop index concurrently if exists ${index}`)
    await administer(text) // a single statement: several of one script share a transaction
    await administer(record)
  } else {
    const script = `begin; set local lock_timeout = '1s'; ${text}\n; reset role; ${record}; commit`
    await administer(script)
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
      const { code = '' } = error as { code?: string }
      if (!/^(55P03|40P01)$/.test(code) || attempt === 5) throw error
      await sleep(1_000)
    }
  }
}

/** Applies what is missing and returns its names. The caller must be `alone`. Between two, `signal` ends it. */
export async function migrate(
  administer: Administer,
  requested: readonly Migration[] = migrations(),
  signal?: AbortSignal,
): Promise<string[]> {
  await administer(ledger)
  const applied: string[] = []
  for (const migration of requested) {
    signal?.throwIfAborted()
    const undo = (): Promise<unknown> => administer('rollback').catch(() => [])
    const isNew = await patiently(() => apply(administer, migration), undo)
    if (isNew) applied.push(migration.name)
  }
  return applied
}

/** The names that `migrate` would apply, for a server that may only look. */
export const missing = (applied: ReadonlySet<string>): string[] =>
  migrations()
    .map(({ name }) => name)
    .filter((name) => !applied.has(name))
