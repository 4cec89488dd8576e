/** Makes the migrated, empty database that a release ships (server/platform/db/template.ts). */
import crypto from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pageCache } from '../../server/platform/db/durable-files.ts'
import { compiledEngine } from '../../server/platform/db/engine-code.ts'
import { type Administer, migrate } from '../../server/platform/db/migrate.ts'

/**
 * Runs `work` at a moment that does not pass, and with zeros for random bytes. The engine writes both into its
 * files: times of checkpoints, migrations and files, the identifier of the system, which is made of a time, and a nonce of
 * password authentication, which the embedded engine does not have.
 */
async function atOneMoment<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { Date: RealDate } = globalThis
  const { randomFillSync } = crypto
  class FixedDate extends RealDate {
    constructor(...given: []) {
      super(...(given.length === 0 ? ([ms] as unknown as []) : given))
    }
    static override now(): number {
      return ms
    }
  }
  const fillWithZeros = (bytes: Uint8Array): Uint8Array => bytes.fill(0)
  Object.assign(globalThis, { Date: FixedDate })
  Object.assign(crypto, { randomFillSync: fillWithZeros })
  try {
    return await work()
  } finally {
    Object.assign(globalThis, { Date: RealDate })
    Object.assign(crypto, { randomFillSync })
  }
}

/**
 * A migrated data directory as a tar: the same bytes for the same sources and the same `ms`. Initializing takes seconds
 * and 600 MB.
 */
export async function migratedDirectory(ms: number): Promise<Uint8Array> {
  const pgliteWasmModule = await compiledEngine()
  return atOneMoment(ms, async () => {
    const engine = await PGlite.create({
      pgliteWasmModule,
      initDbStartParams: [...pageCache],
      extensions: { pg_trgm },
    })
    const administer: Administer = async (script) =>
      (await engine.exec(script)).flatMap(({ rows }) => rows as Record<string, unknown>[])
    await administer(`set timezone = 'UTC'; set datestyle = 'ISO'`)
    await migrate(administer)
    // Two thirds of all files belong to unused databases; each process would write them again.
    await administer('update pg_database set datistemplate = false')
    for (const unused of ['template0', 'template1']) await administer(`drop database ${unused}`)
    await administer('checkpoint') // else the first start recovers
    const dumped = await engine.dumpDataDir('none')
    await engine.close()
    return new Uint8Array(await dumped.arrayBuffer())
  })
}

/** Writes the template of the moment `ms`. It is found if its name is `templateName()`. */
export async function makeTemplate(file: string, ms: number): Promise<void> {
  const packed = gzipSync(await migratedDirectory(ms), { level: 9 })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, packed)
}
