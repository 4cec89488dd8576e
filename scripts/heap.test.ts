import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'

const path = join(import.meta.dirname, 'heap.cjs')
const { heapFlags } = createRequire(import.meta.url)(path) as {
  heapFlags: (total?: number, limit?: number) => string[]
}
const gigabyte = 2 ** 30

test('the heap grows to a quarter of the memory that the process may use, from 128 MB to 1.5 GB', () => {
  const cases: readonly (readonly [total: number, limit: number, oldSpaceMb: number])[] = [
    [4 * gigabyte, 0, 1_024], // no limit is known
    [4 * gigabyte, gigabyte, 256],
    [64 * gigabyte, 0.5 * gigabyte, 128],
    [64 * gigabyte, 0.25 * gigabyte, 128], // less is not enough for a scan
    [64 * gigabyte, 2 * gigabyte, 512],
    [64 * gigabyte, 32 * gigabyte, 1_536],
    [64 * gigabyte, 0, 1_536],
    [2 * gigabyte, 4 * gigabyte, 512], // a limit above the memory of the machine
    [2 * gigabyte, 2 ** 63, 512], // how version 1 and 2 of control groups report that there is none
    [2 * gigabyte, 2 ** 64, 512],
  ]
  for (const [total, limit, oldSpaceMb] of cases)
    assert.deepEqual(
      heapFlags(total, limit),
      ['--max-semi-space-size=8', `--max-old-space-size=${oldSpaceMb}`],
      `${total} bytes, limit ${limit}`,
    )
})

test('the limit is read from the container, and an old Node that cannot read it uses the memory of the machine', () => {
  const flagsWith = (constrainedMemory: string): string => {
    const script = `
      process.constrainedMemory = ${constrainedMemory}
      require('os').totalmem = () => ${4 * gigabyte}
      console.log(require(${JSON.stringify(path)}).heapFlags()[1])`
    return spawnSync(process.execPath, ['-e', script]).stdout.toString().trim()
  }
  assert.equal(flagsWith(`() => ${gigabyte}`), '--max-old-space-size=256')
  assert.equal(flagsWith('() => undefined'), '--max-old-space-size=1024')
  assert.equal(flagsWith('undefined'), '--max-old-space-size=1024')
})
