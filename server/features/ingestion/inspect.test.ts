import { doesNotReject, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { readLimits } from '@plumbline/scanner/formats'
import { inspect } from './inspect.ts'

const file = (...records: readonly object[]): Buffer[] => [Buffer.from(JSON.stringify(records))]
const noFinding = (size: number): object => ({ class_uid: 1001, text: 'a'.repeat(size) })

test('the server looks at the first 128 KiB of a file only', async () => {
  await rejects(inspect(file(noFinding(60_000), noFinding(60_000)), readLimits), {
    code: 'not_ocsf',
  })
  await doesNotReject(inspect(file(noFinding(60_000), noFinding(80_000)), readLimits))
})
