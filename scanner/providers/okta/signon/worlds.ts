import { world } from '../../../kit/verify.ts'
import type { Brand, SessionPolicy, SessionRule } from './resources.ts'

export const anywhere = { connection: 'ANYWHERE', include: [], exclude: [] } as const
export const fromZone = { connection: 'ZONE', include: ['nzo1'], exclude: [] } as const
export const exceptZone = { connection: 'ZONE', include: [], exclude: ['nzo2'] } as const

const sound = { isPersistent: false, idleMinutes: 15, lifetimeMinutes: 1_080 }

/** A rule that allows access. */
export const rule = (
  changes: Partial<NonNullable<SessionRule['session']>> = {},
  network: SessionRule['network'] = fromZone,
): SessionRule => ({ name: 'Staff', network, isAllowing: true, session: { ...sound, ...changes } })

export const deny = (network: SessionRule['network'] = anywhere): SessionRule => ({
  name: 'Nobody',
  network,
  isAllowing: false,
  session: null,
})

export const policy = world<SessionPolicy>({
  uid: 'acme.okta.com/policy/00p1',
  name: 'Default Policy',
  region: '',
  rules: [rule()],
})

export const brand = world<Brand>({
  uid: 'acme.okta.com/brand/bnd1',
  name: 'Acme',
  region: '',
  sign_in_words: '',
})
