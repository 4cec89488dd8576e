import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aws, describeChecks, github, kubernetes, okta } from '../scanner/index.ts'
import { documentPages, pageProblems } from './check-pages.ts'

test('there is a page for each check, and one that leads to all of them', async () => {
  const pages = await documentPages()
  const checks = [
    ...(await describeChecks(aws)),
    ...(await describeChecks(github)),
    ...(await describeChecks(kubernetes)),
    ...(await describeChecks(okta)),
  ]
  assert.deepEqual(
    [...pages.keys()].toSorted(),
    ['README.md', ...checks.map(({ id }) => `${id}.md`)].toSorted(),
  )
  const contents = pages.get('README.md') ?? ''
  for (const { id } of checks) assert.ok(contents.includes(`[${id}](${id}.md)`), id)
})

test('a page that is missing, old or of no check is named', () => {
  const pages = new Map([
    ['a.md', '1'],
    ['b.md', '2'],
    ['c.md', '3'],
  ])
  const written = new Map([
    ['a.md', '1'],
    ['b.md', 'x'],
    ['d.md', '4'],
  ])
  assert.deepEqual(pageProblems(pages, written), [
    'b.md is old.',
    'c.md is missing.',
    'd.md is of no check.',
  ])
  assert.deepEqual(pageProblems(pages, pages), [])
})
