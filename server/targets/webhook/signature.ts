/** Signatures of Standard Webhooks 1.0, symmetric: HMAC-SHA256 over id, timestamp and body. */
import { createHmac } from 'node:crypto'
import { webhookLimits } from './limits.ts'

const prefix = 'whsec_'

/** The key of a secret as users write it, or null: base64 of 24 to 64 bytes behind `whsec_`. */
export function keyOf(secret: string): Buffer | null {
  const { least, most } = webhookLimits.secret
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  const isWhole = key.toString('base64').replaceAll('=', '') === text.replaceAll('=', '')
  return isWhole && key.length >= least && key.length <= most ? key : null
}

export const isWebhookSecret = (secret: string): boolean => keyOf(secret) !== null

/** `v1,…`. The id has no dot in it: what is signed could be read in two ways. */
export function sign(
  key: Buffer,
  {
    id,
    timestamp,
    body,
  }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  if (id === '' || id.includes('.'))
    throw new RangeError('The ID of a webhook must not contain dots.')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  return `v1,${mac.digest('base64')}`
}
