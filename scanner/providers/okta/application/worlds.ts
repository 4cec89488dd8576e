import { world } from '../../../kit/verify.ts'
import type { AccessRule, App, Console } from './resources.ts'

export const anywhere = { connection: 'ANYWHERE', include: [], exclude: [] } as const

/** A rule that allows access with the strongest protection. */
export const rule = (changes: Partial<AccessRule> = {}): AccessRule => ({
  name: 'Staff',
  network: { connection: 'ZONE', include: ['nzo1'], exclude: [] },
  isAllowing: true,
  factors: 2,
  isPhishingResistant: true,
  ...changes,
})

export const deny = (changes: Partial<AccessRule> = {}): AccessRule =>
  rule({ name: 'Catch-all Rule', network: anywhere, isAllowing: false, ...changes })

/** A rule with a chain of methods, which needs manual review. */
export const chain = rule({ factors: null, isPhishingResistant: null })

export const app = world<App>({
  uid: 'acme.okta.com/app/0oa1',
  name: 'Payroll',
  region: '',
  rules: [rule(), deny()],
})

export const adminConsole = world<Console>({
  uid: 'acme.okta.com/app/0oa2',
  name: 'Okta Admin Console',
  region: '',
  rules: [rule(), deny()],
  idle_minutes: 15,
})
