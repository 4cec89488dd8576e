/** Once a day, exports the last hash of every chain to a file and the log. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditHeads, type Head, headLine } from '../../platform/audit/index.ts'
import { type Database, levelOf } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Sweep } from '../../platform/tasks/index.ts'

const dayMs = 86_400_000
const mostFiles = 400

/**
 * `<folder>/2026-11-22.jsonl`, and a log line for each tenant: an attacker who can write to the database, and then to
 * this machine, cannot write to the place that the log is shipped to.
 */
export function headsSweep(
  database: Database,
  folder: string,
  { log, now }: { readonly log: Log; readonly now: () => number },
): Sweep {
  let dueMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (now() < dueMs) return
    try {
      const heads = await auditHeads(database)
      write(folder, `${new Date(now()).toISOString().slice(0, 10)}.jsonl`, heads)
      for (const { tenant_id, sequence, hash, inserted_at } of heads)
        log.info('audit head', { tenant_id, sequence, hash, inserted_at })
      dueMs = now() + dayMs
    } catch (error) {
      log[levelOf(error)]('audit head export failed', { error: error as Error })
      dueMs = now() + dayMs / 24
    }
  }
}

/** Written aside and renamed, so that a file is there whole or not at all. */
function write(folder: string, name: string, heads: readonly Head[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  writeFileSync(`${file}.new`, heads.map(headLine).join(''), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  const files = readdirSync(folder).filter((one) => one.endsWith('.jsonl'))
  for (const old of files.toSorted().slice(0, -mostFiles)) rmSync(join(folder, old))
}
