import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { ScanProblem } from '../../kit/index.ts'
import { parseSecret } from './credentials.ts'

const keys = { aws_access_key_id: 'AKIA', aws_secret_access_key: 'canary' }
const role = { role_arn: 'arn:aws:iam::123456789012:role/audit', external_id: 'x1' }

test('keys are static, a role may come with or without keys of its own', () => {
  equal(parseSecret(keys).type, 'static')
  deepEqual(parseSecret(role), {
    type: 'role',
    roleArn: role.role_arn,
    externalId: 'x1',
    sessionName: null,
    duration: 3_600,
    credentials: null,
  })
  deepEqual(parseSecret({ ...role, ...keys, aws_session_token: 't' }).credentials, {
    accessKeyId: 'AKIA',
    secretAccessKey: 'canary',
    sessionToken: 't',
  })
})

const wrong: [unknown, RegExp][] = [
  [null, /object/],
  [{}, /aws_access_key_id/],
  [{ aws_access_key_id: 'AKIA' }, /aws_secret_access_key/],
  [{ ...keys, aws_session_token: 7 }, /aws_session_token/],
  [{ ...role, external_id: undefined }, /external_id/],
  [{ ...role, role_arn: 'arn:aws:iam::123456789012:user/audit' }, /role_arn/],
  [{ ...role, session_duration: 899 }, /session_duration/],
  [{ ...role, session_duration: 43_201 }, /session_duration/],
  [{ ...role, role_session_name: 'a b' }, /role_session_name/],
]

test('a wrong secret is refused with its field and without its values', () => {
  for (const [secret, field] of wrong) {
    throws(
      () => parseSecret(secret),
      (thrown: unknown) => {
        ok(thrown instanceof ScanProblem)
        equal(thrown.code, 'invalid_secret')
        ok(field.test(thrown.detail), thrown.detail)
        ok(!thrown.detail.includes('canary'))
        return true
      },
    )
  }
})
