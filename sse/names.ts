// A channel is `<prefix>:<tenant_id>:<resource_id>`. Builder and parser share this file, so that
// publishers and the tenant gate agree byte for byte.

declare const brand: unique symbol

/** The name of a channel that carries `Events`. A plain string is not one: only the builder makes it. */
export type ChannelName<Events = unknown> = string & {
  readonly [brand]: (events: Events) => Events
}

/** A channel of whatever events, for code that only routes. */
export type AnyChannel = string & { readonly [brand]: unknown }

/** What one listener hears: at least one channel. */
export type Channels = readonly [AnyChannel, ...AnyChannel[]]

/** `S`, unless it is visibly no segment of a channel name. */
export type Segment<S extends string> = S extends '' | `${string}:${string}` ? never : S

const prefixPattern = /^[a-z][a-z0-9-]{0,62}$/
const resourcePattern = /^[A-Za-z0-9._~-]{1,128}$/
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether `text` is a UUID in its canonical, lower-case form. */
export const isCanonicalUuid = (text: string): boolean => uuidPattern.test(text)

/**
 * The name of a channel. The tenant id, and a resource id that is a UUID, are lower-cased: otherwise
 * an upper-case id would pass the gate and name another channel than the publisher's.
 * Throws a TypeError that names the segment at fault.
 */
export function makeChannelName<P extends string, E = unknown>(
  prefix: Segment<P>,
  tenantId: string,
  resourceId: string,
): ChannelName<E> {
  checkPrefix(prefix)
  const tenant = matched(tenantId, /./s, 'A channel needs a tenant id.').toLowerCase()
  if (!isCanonicalUuid(tenant)) throw new TypeError('The tenant id of a channel must be a UUID.')
  const resource = matched(
    resourceId,
    resourcePattern,
    'The resource id of a channel takes 1 to 128 of A-Z a-z 0-9 . _ ~ -',
  )
  const lowered = resource.toLowerCase()
  return `${prefix}:${tenant}:${isCanonicalUuid(lowered) ? lowered : resource}` as ChannelName<E>
}

/** The tenant a channel belongs to; null when the name is malformed, which means: not authorized. */
export function tenantIdFromChannel(channel: string): string | null {
  const [prefix, tenant, resource, ...more] = channel.split(':')
  if (!prefix || !tenant || !resource || more.length > 0) return null
  return isCanonicalUuid(tenant) ? tenant : null
}

/** The part of a channel name that names its stream. */
export const prefixOfChannel = (channel: string): string => channel.slice(0, channel.indexOf(':'))

/** Throws a TypeError when `prefix` cannot open a channel name. */
export function checkPrefix(prefix: unknown): void {
  matched(prefix, prefixPattern, 'A stream prefix takes 1 to 63 of a-z 0-9 - and begins with a-z.')
}

function matched(value: unknown, pattern: RegExp, otherwise: string): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError(otherwise)
  return value
}
