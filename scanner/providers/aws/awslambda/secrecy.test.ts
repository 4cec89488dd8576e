// Values of environment variables are inspected and never stored.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { demoLambdaToken } from '../../../testing/demo/plain/lambda.ts'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import awslambda from './index.ts'

test('no finding of Lambda holds the value of a variable', async (t) => {
  const account = openAccount()
  ok(JSON.stringify(account.plain).includes(demoLambdaToken))
  const { findings } = await scanned(await cloudWith(t, account), awslambda, account)
  ok(findings.some(({ check_id: id }) => id === 'awslambda_function_no_secrets_in_variables'))
  equal(JSON.stringify(findings).includes(demoLambdaToken), false)
})

test('variables that may not be decrypted are a gap that names the permission', async (t) => {
  const account = openAccount()
  for (const lambda of Object.values(account.plain).map((it) => it['lambda']?.['ListFunctions']))
    for (const it of (lambda?.['Functions'] ?? []) as Record<string, unknown>[])
      if (it['Environment'])
        it['Environment'] = { Error: { ErrorCode: 'AccessDeniedException', Message: 'no key' } }
  const { findings, unread } = await scanned(await cloudWith(t, account), awslambda, account)
  for (const [check, undecided] of [
    ['awslambda_function_no_secrets_in_variables', 2],
    ['awslambda_function_env_vars_not_encrypted_with_cmk', 2],
  ] as const) {
    const gaps = unread.filter(({ check_id: id }) => id === check)
    equal(gaps.length, undecided, check)
    deepEqual([...new Set(gaps.map(({ action }) => action))], ['kms:Decrypt'])
    const decided = findings.filter(({ check_id: id }) => id === check)
    ok(decided.every(({ status }) => status === 'PASS'))
  }
})
