/** What a power cut leaves of the embedded database. `npm run test:power -- --cuts 200` is the whole of it. */
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole, seeded } from '@plumbline/scanner/testing'
import { testEnvironment } from '../../testing/database.ts'
import { type Cut, cutPower, record, type Recording } from './testing/power/cuts.ts'

const { template, postgresAdmin } = testEnvironment

const cuts = isWhole ? 5 : 2

/** Faults, as a failure shows them. */
async function faults(recording: Recording, options: { seed: number; ignoreFsync?: boolean }) {
  const found: (Cut & { seed: number })[] = []
  const { seed, ignoreFsync = false } = options
  for await (const cut of cutPower(recording, { cuts, random: seeded(seed), ignoreFsync }))
    if (cut.fault !== undefined) found.push({ ...cut, seed })
  return found
}

// The run on PostgreSQL has nothing to learn here.
if (!postgresAdmin) {
  test('a power cut at any moment loses nothing that was acknowledged, and leaves nothing half there', async () => {
    const recording = await record(50, template)
    deepEqual(await faults(recording, { seed: 20_261_122 }), [])
    // The same cuts, had fsync not reached the disk: this test can fail.
    const without = await faults(recording, { seed: 20_261_122, ignoreFsync: true })
    ok(without.length > 0)
  })
}
