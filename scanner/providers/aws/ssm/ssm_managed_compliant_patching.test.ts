import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './ssm_managed_compliant_patching.ts'
import { patchState } from './worlds.ts'

verify(check, {
  pass: [patchState(), patchState({ seen: null })],
  fail: [
    patchState({ status: 'NON_COMPLIANT', severity: 'CRITICAL' }),
    patchState({ status: 'NON_COMPLIANT', severity: null }),
  ],
})

test('a verdict on patches names the day on which the machine was looked at', () => {
  const { verdicts } = check.judge(patchState({ seen: '2026-03-02' }), circumstances()) as {
    verdicts: readonly Verdict[]
  }
  equal(verdicts[0]?.sentence, 'On 2026-03-02, the instance i-1 had all patches of its baseline.')
})
