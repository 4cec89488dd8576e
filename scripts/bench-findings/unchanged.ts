/** What scans leave behind that see what is known already: rows of findings and history, and bytes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Player } from '../../server/testing/findings-model/player.ts'
import { SyntheticAccount, unitNames } from './account.ts'
import type { Engine } from './engines.ts'
import { sizes } from './slim.ts'

const dayMs = 86_400_000
const most = 0.002

/** Rows written to findings and their history since the database was made. */
async function written(engine: Engine): Promise<number> {
  await sleep(11_000) // connections that fall idle hand their counts over after ten seconds
  const [row] = await engine.administer(`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 as rows
      from pg_stat_user_tables
     where relname ~ '^(findings|finding_history)'`)
  return Number(row?.['rows'])
}

async function scan(player: Player, account: SyntheticAccount, at: string): Promise<void> {
  const playing = await player.begin('full', at)
  for (const [index, unit] of unitNames.entries()) {
    await player.unit(playing, unit, { rows: account.observe(index) }, at)
  }
  await player.finish(playing)
}

/** So many live findings, then so many scans that see the same. */
export async function measureUnchanged(
  engine: Engine,
  { live, scans, seed }: { readonly live: number; readonly scans: number; readonly seed: number },
): Promise<string[]> {
  const player = await Player.join(engine)
  const account = new SyntheticAccount(live, seed)
  const at = (day: number): string => new Date(Date.UTC(2026, 0, 1, 3) + day * dayMs).toISOString()
  await scan(player, account, at(0))
  await engine.administer('vacuum analyze')
  const [rows, { versions }] = [await written(engine), await sizes(engine)]
  const theirs = await engine.processorSeconds()
  const ours = process.cpuUsage()
  for (let day = 1; day <= scans; day += 1) await scan(player, account, at(day))
  const { user, system } = process.cpuUsage(ours)
  const seconds = (user + system) / 1e6 + (await engine.processorSeconds()) - theirs
  await engine.administer('vacuum analyze')
  const [rowsAfter, after] = [await written(engine), await sizes(engine)]
  const grown = (after.versions - versions) / versions
  return [
    `${scans} scans of ${live} findings that see the same: ${((seconds * 1e6) / live / scans).toFixed(1)} µs of processor time a finding`,
    `rows written to findings and history: ${rowsAfter - rows}, aim 0 ${rowsAfter === rows ? 'met' : 'missed'}`,
    `bytes after vacuum: ${(versions / 2 ** 20).toFixed(1)} MB and ${((after.versions - versions) / 2 ** 10).toFixed(0)} kB more, ` +
      `${(grown * 100).toFixed(3)} %, aim ${most * 100} ${grown <= most ? 'met' : 'missed'}`,
  ]
}
