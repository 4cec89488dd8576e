// What the control topic carries: the listeners to check again, or to end, in every process.

import type { Announcement, Connection } from '@plumbline/sse'
import type { RightsChange } from '../tenancy/index.ts'

/** Whom a notice is about, and whether a check is needed. */
export interface Concerned {
  readonly matches: (connection: Connection) => boolean
  /** `end`: the right was removed. `ask`: it may be. `resolve`: it may be, though no role has changed. */
  readonly must: 'end' | 'ask' | 'resolve'
}

/** A user is the same in all tenants; everything else is limited to its tenant. */
const ends: Readonly<Record<RightsChange['kind'], { must: Concerned['must']; everywhere?: true }>> =
  {
    user: { must: 'end', everywhere: true },
    membership: { must: 'end' },
    key: { must: 'end' },
    tenant: { must: 'end' },
    session: { must: 'ask', everywhere: true },
    role: { must: 'ask' },
    provider_group: { must: 'ask' },
    resource: { must: 'resolve' },
  }

export const noticeOf = (tenantId: string, change: RightsChange): Announcement => ({
  ...change,
  tenant: tenantId,
})

/** The resource at the end of a channel's name. */
const resourceOf = (channel: string): string => channel.slice(channel.lastIndexOf(':') + 1)

/**
 * Reads a notice; null if it is not one. A notice of an unknown kind, from a newer process, checks every listener of
 * its tenant: too often is safe.
 */
export function concernedBy(notice: Announcement): Concerned | null {
  const { kind, tenant, user, credential, resource } = notice
  if (typeof kind !== 'string' || typeof tenant !== 'string') return null
  const known = Object.hasOwn(ends, kind) ? ends[kind as RightsChange['kind']] : undefined
  const { must, everywhere } = known ?? { must: 'resolve' as const, everywhere: undefined }
  // A notice that ends streams must name the user; otherwise it would end those of a whole tenant.
  const lacksUser = /^(user|membership|session)$/.test(kind) && typeof user !== 'string'
  if (lacksUser || (kind === 'key' && typeof credential !== 'string')) return null
  return {
    must,
    matches: ({ caller, tenantId, channels }) =>
      (everywhere === true || tenantId === tenant) &&
      (typeof user !== 'string' || caller.userId === user) &&
      (typeof credential !== 'string' || caller.credentialId === credential) &&
      (typeof resource !== 'string' || channels.some((name) => resourceOf(name) === resource)),
  }
}
