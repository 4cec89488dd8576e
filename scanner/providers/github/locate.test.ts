import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locate } from './locate.ts'
import { fileUid, organizationUid, repositoryUid } from './uids.ts'

const placeOf = (uid: string) => locate(uid).map(({ service, kind }) => `${service}/${kind}`)

test('uids that a scan writes lead to their records', () => {
  deepEqual(placeOf(organizationUid(9919)), ['organization/organizations'])
  deepEqual(placeOf(repositoryUid(1_296_269)), ['repository/repositories'])
  const workflow = fileUid(7, '.github/workflows/a b%\u001b?#.yml')
  deepEqual(placeOf(workflow), ['githubactions/workflows'])
  deepEqual(workflow.includes('\u001b'), false)
})

test('what is no uid of GitHub, or in another form, leads nowhere', () => {
  for (const uid of [
    '',
    'octo-org/shop',
    'https://github.com/octo-org/shop',
    'https://api.github.com/repositories/0',
    'https://api.github.com/repositories/01',
    'https://api.github.com/repositories/1/',
    'https://api.github.com/repositories/1?x',
    'https://api.github.com/repositories/12345678901234567',
    'https://api.github.com/repositories/1/contents/README.md',
    'https://api.github.com/repositories/1/contents/.github/workflows/a/b.yml',
    'http://api.github.com/repositories/1',
    'arn:aws:s3:::a',
    `https://api.github.com/repositories/1/contents/.github/workflows/${'x'.repeat(5_000)}`,
  ])
    deepEqual(placeOf(uid), [], uid)
})
