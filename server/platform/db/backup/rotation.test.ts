import { deepEqual } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dumpName, rotate } from './index.ts'

test('a later dump removes the files of one whose process was killed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-rotation-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const now = Date.UTC(2026, 10, 22)
  const [old, young, newest] = [now - 25 * 3_600_000, now - 3_600_000, now].map((ms) =>
    dumpName(ms),
  )
  for (const name of [`${old}.partial`, `${young}.partial`, `${newest}`, 'mine.partial'])
    writeFileSync(join(folder, name), 'x')
  mkdirSync(join(folder, `${old}.checking`, 'database'), { recursive: true })
  rotate(folder, 7)
  deepEqual(
    readdirSync(folder).toSorted(),
    ['mine.partial', `${young}.partial`, `${newest}`].toSorted(),
  )
})
