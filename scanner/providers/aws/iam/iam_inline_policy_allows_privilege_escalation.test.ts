import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_allows_privilege_escalation.ts'
import { escalation, holding } from './policy-worlds.ts'
import { allow, inlinePolicy } from './worlds.ts'

verify(check, holding(escalation, inlinePolicy))

const ownUser = 'arn:aws:iam::123456789012:user/staff/alice'
type Holder = Parameters<typeof inlinePolicy>[0]
const statusFor = (action: string, holder: NonNullable<Holder>['holder']): string => {
  const policy = inlinePolicy({
    ...(holder ? { holder } : {}),
    statements: [allow(action, { Resource: ownUser })],
  })
  const judgement = check.judge(policy, circumstances())
  ok('verdicts' in judgement)
  return judgement.verdicts.map(({ status }) => status).join()
}

test('access keys of a user by name are no way for that user, and one for others', () => {
  equal(statusFor('iam:CreateAccessKey', { kind: 'user', name: 'alice' }), 'PASS')
  equal(statusFor('iam:CreateAccessKey', { kind: 'user', name: 'bob' }), 'FAIL')
  equal(statusFor('iam:CreateAccessKey', { kind: 'group', name: 'alice' }), 'FAIL')
  equal(statusFor('iam:CreateAccessKey', { kind: 'role', name: 'alice' }), 'FAIL')
})

test('policies that users write for themselves are a way', () => {
  equal(statusFor('iam:PutUserPolicy', { kind: 'user', name: 'alice' }), 'FAIL')
})
