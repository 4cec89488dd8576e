import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

test('an empty page of findings is not the last one while it names another', async () => {
  const aws = answering({
    'accessanalyzer:ListAnalyzers': {
      analyzers: [{ arn: 'arn', name: 'outside', type: 'ACCOUNT', status: 'ACTIVE' }],
    },
    'accessanalyzer:ListFindings': [{ findings: [], nextToken: 'next' }, { findings: [{}] }],
  })
  const [analyzer] = await recordsOf(collect(collecting(aws)).analyzers, 'findings')
  deepEqual(analyzer?.findings, { count: 1, more: false })
})
