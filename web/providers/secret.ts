/** Converts the input of a credentials form to the secret in the API. */
import { parseField } from '../api/json-field.ts'
import { ApiProblem } from '../api/problem.ts'
import type { Form, FormField } from '../api/provider-kinds.ts'

type Typed = Readonly<Record<string, string>>

/** Prefixed names of inputs: a secret may have a member with the name of an account field. */
export const inputName = ({ name }: Pick<FormField, 'name'>): string => `secret.${name}`

function valueOf({ name, input }: FormField, text: string): unknown {
  if (input === 'list') return text.split('\n').flatMap((line) => line.trim() || [])
  if (input === 'number') return text.trim()
  return input === 'json' ? parseField(text, `/data/attributes/secret/${name}`) : text
}

/** Omits empty fields. Throws an ApiProblem that points to the invalid field. */
export const secretOf = ({ fields }: Pick<Form, 'fields'>, typed: Typed): object =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = typed[inputName(field)] ?? ''
      return text.trim() === '' ? [] : [[field.name, valueOf(field, text)]]
    }),
  )

/** True if the user entered any part of the secret. */
export const isTyped = ({ fields }: Pick<Form, 'fields'>, typed: Typed): boolean =>
  fields.some((field) => (typed[inputName(field)] ?? '').trim() !== (field.default ?? ''))

/** The error of a failed connection test, at the field of the secret that the provider did not accept. */
export function refusedAt({ fields }: Pick<Form, 'fields'>, typed: Typed, reason: string): Error {
  if (!/does not accept the credentials/.test(reason)) return new Error(reason)
  const entered = fields.filter((field) => (typed[inputName(field)] ?? '').trim() !== '')
  const isOfId = /InvalidClientTokenId|AccessKeyId/.test(reason)
  const field =
    (isOfId && entered.find(({ name }) => name === 'aws_access_key_id')) ||
    entered.find(({ secret }) => secret)
  if (!field) return new Error(reason)
  const source = { pointer: `/data/attributes/secret/${field.name}` }
  return new ApiProblem(
    400,
    [{ status: '400', code: 'sign_in_denied', detail: reason, source }],
    null,
  )
}
