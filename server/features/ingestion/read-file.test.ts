import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readLimits } from '@plumbline/scanner/formats'
import { allKeys } from '../findings/index.ts'
import type { ReadSummary } from './gather.ts'
import { type ReadCounts, type ReadFile, readFile } from './read-file.ts'
import type { ReadAccount } from './read-thread.ts'
import { sharedParts, StagedAccount } from './staging.ts'
import { record } from './testing/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-readers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** 2,000 records of three accounts; every 50th says nothing that can be taken. */
const lines = Array.from({ length: 2_000 }, (_, at) =>
  JSON.stringify(
    at % 50 === 49
      ? { class_uid: 1 }
      : record({
          uid: `finding ${at % 1_900}`,
          account: String(210_987_654_321 + Math.floor(at / 700)),
          service: `service${at % 3}`,
          check: `check_${at % 7}`,
          resource: `thing-${at % 90}`,
        }),
  ),
)
const file = join(folder, 'file')
writeFileSync(file, lines.join('\n'))

/** What `readers` make of the file, and what they ask and tell meanwhile. */
async function readBy(readers: number, one: Partial<ReadFile> = {}) {
  const asked: string[] = []
  const told: ReadCounts[] = []
  const staged = join(folder, `staged-${readers}`)
  const reader = {
    accept: async ({ uid }: ReadAccount) => {
      asked.push(uid)
      return null
    },
    read: (counts: ReadCounts) => void told.push(counts),
  }
  const input = { file, folder: staged, limits: readLimits, readers, ...one }
  const read = await readFile(input, reader, new AbortController().signal)
  return { read, asked: asked.toSorted(), staged }
}

/** All that is staged, in an order that no reader decides. */
function contentOf(staged: string, { accounts }: ReadSummary) {
  return accounts.map(({ units, staged: _, ...account }, part) => {
    const of = new StagedAccount(staged, part)
    const named = units.map((unit) => ({
      name: unit.name,
      records: unit.records,
      checks: unit.checks.toSorted(),
      rows: of.rows(unit, allKeys),
    }))
    const shared = Array.from({ length: sharedParts }, (_, at) => of.shared(at))
    return {
      ...account,
      units: named.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      resources: shared.flatMap(({ resources }) => resources.map(({ rkey }) => rkey).toSorted()),
      bodies: shared.flatMap(({ bodies }) => bodies.map(({ body }) => body).toSorted()),
    }
  })
}

test('a file is staged the same by one reader as by several', async () => {
  const [one, two, three] = await Promise.all([readBy(1), readBy(2), readBy(3)])
  if (!one || !('summary' in one.read)) throw new Error('The file was not read.')
  const { summary } = one.read
  deepEqual([summary.total, summary.invalid, summary.accounts.length], [2_000, 40, 3])
  const content = contentOf(one.staged, summary)
  equal(content.flatMap(({ units }) => units.flatMap(({ rows }) => rows)).length, 1_960)
  for (const several of [two, three]) {
    if (!several || !('summary' in several.read)) throw new Error('The file was not read.')
    const { total, invalid, faults } = several.read.summary
    deepEqual({ total, invalid, faults }, { total: 2_000, invalid: 40, faults: summary.faults })
    deepEqual(contentOf(several.staged, several.read.summary), content)
    deepEqual(several.asked, one.asked, 'an account is asked for once, however many read')
  }
})

test('a file that is none is told once, by whichever reader finds it', async () => {
  const cut = join(folder, 'cut')
  writeFileSync(cut, lines.join('\n').slice(0, -5))
  const { read } = await readBy(2, { file: cut })
  equal('fault' in read && read.fault.code, 'truncated')
})
