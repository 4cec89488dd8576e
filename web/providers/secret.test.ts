import { deepEqual, equal, throws } from 'node:assert/strict'
import test from 'node:test'
import type { ApiProblem } from '../api/problem.ts'
import type { FormField } from '../api/provider-kinds.ts'
import { isTyped, refusedAt, secretOf } from './secret.ts'

const field = (name: string, input: FormField['input'] = 'text', initial = ''): FormField => ({
  name,
  label: name,
  required: true,
  secret: false,
  input,
  hint: null,
  pattern: null,
  default: initial || null,
})

test('what is left empty is left out of a secret', () => {
  const fields = [field('key'), field('token'), field('scopes', 'list')]
  deepEqual(secretOf({ fields }, { 'secret.key': ' a ', 'secret.token': ' ' }), { key: ' a ' })
})

test('a list has an entry a line, and a document stays as it is', () => {
  const fields = [field('scopes', 'list'), field('file', 'document')]
  deepEqual(secretOf({ fields }, { 'secret.scopes': 'a\n\n b \n', 'secret.file': 'x:\n  y\n' }), {
    scopes: ['a', 'b'],
    file: 'x:\n  y\n',
  })
})

test('JSON is read, and what is none is said at its field', () => {
  const fields = [field('key', 'json')]
  deepEqual(secretOf({ fields }, { 'secret.key': '{"a": 1}' }), { key: { a: 1 } })
  throws(() => secretOf({ fields }, { 'secret.key': '{' }), /valid JSON/)
})

test('a field that only holds what it began with counts as not typed', () => {
  const fields = [field('external_id', 'text', 'tenant'), field('role_arn')]
  equal(isTyped({ fields }, { 'secret.external_id': 'tenant', 'secret.role_arn': '' }), false)
  equal(isTyped({ fields }, { 'secret.external_id': 'other' }), true)
})

const key = [field('aws_access_key_id'), { ...field('aws_secret_access_key'), secret: true }]
const typedKey = { 'secret.aws_access_key_id': 'a', 'secret.aws_secret_access_key': 'b' }
const refused = (code: string): string => `AWS does not accept the credentials (${code}).`
for (const [reason, at] of [
  [refused('SignatureDoesNotMatch'), '/data/attributes/secret/aws_secret_access_key'],
  [refused('InvalidClientTokenId'), '/data/attributes/secret/aws_access_key_id'],
  ['AWS throttled the sign-in (Throttling).', undefined],
] as const)
  test(`"${reason}" is at ${at ?? 'no field'}`, () => {
    const error = refusedAt({ fields: key }, typedKey, reason)
    equal((error as Partial<ApiProblem>).errors?.[0]?.source?.pointer, at)
    equal(error.message, reason)
  })
