import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { soundRepository, soundWorkflow } from '../../../testing/github/index.ts'
import { gitHubWith, opened, scanned } from '../testing/opened.ts'

test('a file that is no workflow by its text is a gap, such as a symbolic link or a list', async (t) => {
  for (const text of ['../shared/test.yml', '- run: make', '12', 'null', '{', '']) {
    const files = {
      '.github/workflows/good.yml': soundWorkflow,
      '.github/workflows/odd.yml': text,
    }
    const { fixture } = await gitHubWith(t, { repositories: [soundRepository(1, { files })] })
    const checks = ['githubactions_workflow_security_scan']
    const { findings, coverage } = await scanned(await opened(t, fixture), { checks })
    deepEqual(
      findings.map(({ status }) => status),
      ['PASS'],
      text,
    )
    const gaps = coverage.filter(({ outcome }) => outcome !== 'assessed')
    deepEqual(
      gaps.map(({ outcome, count }) => [outcome, count]),
      [['error', 1]],
      text,
    )
  }
})

test('workflows of a repository that call each other are judged together', async (t) => {
  const files = {
    '.github/workflows/called.yml': `on: {workflow_call: {inputs: {title: {type: string}}}}
jobs: {a: {steps: [{run: 'echo \${{ inputs.title }}'}]}}`,
    '.github/workflows/caller.yml': `on: issues
jobs: {a: {uses: ./.github/workflows/called.yml, with: {title: '\${{ github.event.issue.title }}'}}}`,
    '.github/workflows/other.yml': `on: push
jobs: {a: {steps: [{id: x, run: ./x}, {run: 'echo \${{ steps.x.outputs.y }}'}]}}`,
  }
  const { fixture } = await gitHubWith(t, { repositories: [soundRepository(1, { files })] })
  const checks = ['githubactions_workflow_security_scan']
  const { findings } = await scanned(await opened(t, fixture), { checks })
  const results = findings.map(({ status, status_extended }) => [
    status,
    status_extended.split(': ')[1] ?? '',
  ])
  deepEqual(results.toSorted(), [
    ['FAIL', 'the job a inserts inputs.title (from github.event.issue.title) into a script.'],
    ['MANUAL', 'the job a inserts steps.x.outputs.y into a script.'],
    ['PASS', ''],
  ])
})
