/** Calls a target through egress, and maps responses and failures to delivery results. */
import type { HttpAnswer } from '@plumbline/scanner'
import { type Egress, NotReached, type Outgoing } from '../platform/egress/index.ts'
import { shortLine } from './plain-text.ts'
import { NotDelivered, type Refusal } from './target.ts'

/** The whole response, whatever its status. Throws NotDelivered without one. */
export async function ask(egress: Egress, request: Outgoing): Promise<HttpAnswer> {
  try {
    return await egress(request)
  } catch (error) {
    throw error instanceof NotReached ? unreached(error, 'uncertain') : error
  }
}

/** Maps a missing response to an error, if the request may have been sent. */
export function unreached(
  { code, message }: NotReached,
  sent: 'uncertain' | 'unreachable',
): NotDelivered {
  const codes: Readonly<Partial<Record<NotReached['code'], Refusal>>> = {
    refused: 'refused_address',
    unknown_host: 'unreachable',
  }
  return new NotDelivered(codes[code] ?? sent, shortLine(message, 300))
}

const codes: Readonly<Record<number, Refusal>> = {
  401: 'unauthorised',
  403: 'unauthorised',
  404: 'not_found',
  408: 'unavailable',
  410: 'not_found',
  413: 'too_large',
  425: 'unavailable',
  429: 'rate_limited',
}

/** Maps a status other than 2xx, if the target has no specific codes. A redirect is not followed. */
export const refusalOf = (status: number): Refusal =>
  codes[status] ?? (status >= 500 ? 'unavailable' : 'invalid')

const longestWaitSeconds = 86_400

/** Seconds that a Retry-After header requests, as a number or as a date; null without a readable one. */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string>>,
  now = Date.now(),
): number | null {
  const header = headers['retry-after']?.trim() ?? ''
  if (header === '') return null
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(longestWaitSeconds, Math.max(0, seconds))
}

export type Json = Readonly<Record<string, unknown>>

/** The JSON object in a body, or null, as for the page of a gateway. */
export function jsonOf({ body }: HttpAnswer): Json | null {
  try {
    return objectOf(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

export const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

export const objectsOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : []

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
