import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { named, parsePolicy, withoutVariables } from './document.ts'

const broken = [
  '',
  '{}',
  '[]',
  'null',
  '{"Statement":["x"]}',
  '{"Statement":{"Action":"*","Resource":"*"}}',
  '{"Statement":{"Effect":"allow","Action":"*","Resource":"*"}}',
  '{"Statement":{"Effect":"Allow","NotAction":[],"Resource":"*"}}',
  '{"Statement":{"Effect":"Allow","Action":"*","NotResource":[]}}',
  '{"Statement":{"Effect":"Deny","NotPrincipal":{"AWS":[]},"Action":"*","Resource":"*"}}',
  '{"Statement":{"Effect":"Deny","Action":"*","Resource":"*","Condition":"always"}}',
  '{"Statement":{"Effect":"Deny","Action":"*","Resource":"*","Condition":{"Bool":"true"}}}',
]

test('a text that is no policy, or leaves open what it means, is refused and never read as an empty one', () => {
  for (const text of broken) throws(() => parsePolicy(text), SyntaxError, text)
})

test('a statement is read with its lists as lists and its names of actions and keys without case', () => {
  const [statement] = parsePolicy(
    JSON.stringify({
      Statement: {
        Sid: 'Logs',
        Effect: 'Allow',
        Principal: { AWS: '123456789012', Service: ['logs.amazonaws.com'] },
        NotAction: 'S3:Put*',
        Resource: 'arn:aws:s3:::Ledger',
        Condition: { StringEquals: { 'AWS:PrincipalOrgID': 'o-A' } },
      },
    }),
  )
  deepEqual(statement, {
    sid: 'Logs',
    effect: 'Allow',
    principals: ['123456789012', 'service:logs.amazonaws.com'],
    notPrincipals: [],
    actions: { patterns: ['s3:put*'], but: true },
    resources: { patterns: ['arn:aws:s3:::Ledger'], but: false },
    conditions: [{ operator: 'stringequals', key: 'aws:principalorgid', values: ['o-A'] }],
  })
  if (statement) equal(named(statement), 'statement Logs with conditions')
})

test('a resource with variables that never end is read in one pass', () => {
  const cost = (count: number): number => {
    const Statement = { Effect: 'Allow', Action: '*', Resource: '${'.repeat(count) }
    const [statement] = parsePolicy(JSON.stringify({ Statement }))
    const before = process.threadCpuUsage()
    if (statement) withoutVariables(statement)
    return process.threadCpuUsage(before).user
  }
  const first = cost(20_000)
  const second = cost(80_000)
  ok(second < 8 * first + 250_000, `${first} µs, then ${second} µs`) // quadratic: 16 times
})
