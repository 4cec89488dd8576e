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
