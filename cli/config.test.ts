/** Scan configurations on the command line. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { demoAws } from './testing/demo-aws.ts'
import { main } from './testing/program.ts'

const { folder, variables } = demoAws()

const plumbline = (...args: string[]): Promise<{ status: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      ...variables(),
    }
    const options = ['--disable-warning=ExperimentalWarning', main, ...args]
    const child = execFile(
      process.execPath,
      options,
      { env, maxBuffer: 1 << 28 },
      (_, out, error) => resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })
const file = (text: string, name = 'scan.yaml'): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const scan = (config: string, ...more: string[]) =>
  plumbline('scan', 'aws', '--output', 'json', '--config', config, ...more)
const services = (out: string): readonly string[] => [
  ...new Set(
    out
      .trim()
      .split('\n')
      .map((line) => String((JSON.parse(line) as Record<string, unknown>)['service'])),
  ),
]

test('config show prints a file that scan takes, and that changes nothing', async () => {
  const shown = await plumbline('config', 'show')
  assert.equal(shown.status, 0, shown.error)
  const checks = ['--checks', 's3_bucket_object_versioning,kms_cmk_rotation_enabled']
  const by = await scan(file(shown.out), ...checks)
  const without = await plumbline('scan', 'aws', '--output', 'json', ...checks)
  assert.equal(by.status, 3, by.error)
  const lines = (out: string): readonly string[] => out.split('\n').toSorted() // regions end in any order
  assert.deepEqual(lines(by.out), lines(without.out))
  assert.doesNotMatch(by.error, /Ignored unknown keys/)
})

test('a file leaves out what it says, and keys that nothing reads are named', async () => {
  const path = file('aws:\n  excluded_services: [iam, ec2, kms]\n  reties: 5\n')
  const { status, out, error } = await scan(path)
  assert.equal(status, 3, error)
  const judged = new Set(services(out))
  for (const kept of ['account', 'cloudtrail', 's3']) assert.ok(judged.has(kept), kept)
  for (const without of ['iam', 'ec2', 'kms']) assert.ok(!judged.has(without), without)
  assert.match(error, /^Ignored unknown keys: aws\.reties\.$/m)
})

test('each problem of a file is one line, shown before any question', async () => {
  const path = file('aws:\n  retries: many\n  excluded_checks: [s3_nope]\n')
  const { status, out, error } = await scan(path)
  assert.equal(status, 1)
  assert.equal(out, '')
  assert.deepEqual(error.trim().split('\n'), [
    `${path}: aws.retries: It must be a whole number from 0 to 20.`,
    `${path}: aws.excluded_checks.0: There is no check s3_nope of aws.`,
  ])
  const text = await scan(file('aws: ['))
  assert.match(text.error, /^.*scan\.yaml: Must be YAML or JSON without duplicate keys: .*\n$/)
  const none = await scan(join(folder, 'none.yaml'))
  assert.match(none.error, /none\.yaml cannot be read: ENOENT.*\n$/)
  assert.deepEqual([text.status, none.status], [1, 1])
  assert.match((await plumbline('config')).error, /^Usage: plumbline config show\n$/)
})
