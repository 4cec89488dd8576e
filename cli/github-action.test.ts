import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { processFlags } from '@plumbline/server/testing'
import { parse } from 'yaml'
import { demoAws } from './testing/demo-aws.ts'

const root = join(import.meta.dirname, '..')
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
const [scanStep, uploadStep, statusStep] = action.runs.steps

const { folder, variables } = demoAws()

/** The first step with the inputs of a job, as the runner would hand them over; launched without an installation. */
function job(name: string, inputs: Readonly<Record<string, string>>) {
  const files = {
    GITHUB_OUTPUT: join(folder, `${name}.out`),
    GITHUB_STEP_SUMMARY: join(folder, `${name}.md`),
  }
  const valueOf = (expression: string): string => {
    const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? []
    return inputs[input] ?? action.inputs[input].default
  }
  const env = Object.fromEntries(
    Object.entries(scanStep.env as Record<string, string>).map(([key, value]) => [
      key,
      valueOf(value),
    ]),
  )
  return new Promise<{
    status: number
    error: string
    outputs: Record<string, string>
    summary: string
  }>((resolve) =>
    execFile(
      process.execPath,
      [...processFlags, join(root, 'cli/github-action.ts')],
      {
        cwd: folder,
        env: {
          ...process.env,
          ...env,
          ...files,
          ...variables(),
        },
      },
      (failed, _, error) => {
        const read = (file: string): string => {
          try {
            return readFileSync(file, 'utf8')
          } catch {
            return ''
          }
        }
        const outputs = read(files.GITHUB_OUTPUT)
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s))
        resolve({
          status: Number(failed?.code ?? 0),
          error,
          outputs: Object.fromEntries(outputs),
          summary: read(files.GITHUB_STEP_SUMMARY),
        })
      },
    ),
  )
}

test('the action scans, writes SARIF, sums it up, and leaves the verdict to its last step', async () => {
  const inputs = { checks: 's3_bucket_policy_public_write_access', sarif: 'found.sarif' }
  const { status, error, outputs, summary } = await job('found', inputs)
  assert.equal(status, 0, error)
  assert.equal(outputs['status'], '3')
  const { runs } = JSON.parse(readFileSync(join(folder, 'found.sarif'), 'utf8'))
  assert.equal(outputs['sarif'], join(folder, 'found.sarif'))
  assert.equal(outputs['findings'], String(runs[0].results.length))
  assert.match(summary, /^\| critical \| [1-9]\d* \| 0 \|$/m)
  assert.match(summary, /^- \d+ not assessed: denied \(s3:GetBucketPolicy\)\.$/m)
  assert.match(uploadStep.with.sarif_file, /steps\.scan\.outputs\.sarif/)
  assert.match(statusStep.run, /^exit /)
})

test('the action fails where the scan could not be made, and what it is handed is no command', async () => {
  const { status, outputs } = await job('refused', { account: '$(touch evil); 999999999999' })
  assert.equal(status, 1)
  assert.equal(outputs['status'], undefined)
  for (const { run = '' } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/)
})

test('a path with a line break is refused: it would be another output of the job', async () => {
  const { status, outputs, error } = await job('lines', { sarif: 'a.sarif\nstatus=0' })
  assert.equal(status, 2)
  assert.match(error, /^The input sarif must not contain a line break\.$/m)
  assert.equal(outputs['status'], undefined)
})
