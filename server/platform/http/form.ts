/** Forms as browsers post them. */
import type { Exchange } from './endpoint.ts'

export const formType = 'application/x-www-form-urlencoded'

/** The longest is an answer of an identity provider, percent-encoded, and what else comes with it. */
export const formLimits = { bytes: 600_000, fields: 20 } as const

/** The first field of this name; '' where there is none, and for a form beyond the bounds. */
export function formField(
  { body, mediaType }: Pick<Exchange, 'body' | 'mediaType'>,
  name: string,
): string {
  if (mediaType !== formType || !body || body.length > formLimits.bytes) return ''
  const fields = body.toString('utf8').split('&', formLimits.fields)
  const field = fields.find((one) => one.startsWith(`${name}=`)) ?? ''
  return new URLSearchParams(field).get(name) ?? ''
}
