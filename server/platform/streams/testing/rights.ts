// Who may hear what, as plain sets, which the model compares with the product.

import assert from 'node:assert/strict'
import { unauthenticated } from '@plumbline/jsonapi'
import type { Identity } from '../../auth/index.ts'
import type { RightsChange } from '../../tenancy/index.ts'

export interface Tenant {
  readonly id: string
  readonly secret: string
  /** Every id that ever was; the names are the same in all tenants. */
  readonly resources: readonly string[]
  readonly present: Set<string>
  /** What each member sees; null is all. */
  readonly members: Map<string, Set<string> | null>
  isDeleted: boolean
}
interface User {
  readonly id: string
  epoch: number
  isDeleted: boolean
}
export interface Credential {
  readonly identity: Identity
  /** In every event that its bearer may hear. */
  readonly secret: string
}
export interface Change {
  readonly tenant: Tenant
  readonly notice: RightsChange
  /** No version shows it: without a notice it would stay unknown until the stream's maximum lifetime. */
  readonly isUnversioned?: true
}

const tenantCount = 6
const userCount = 18
const resourceNames = ['r1', 'r2', 'r3', 'r4']
/** Of a kind that no version of rights counts in. */
const unversioned = 'r4'

export class Rights {
  readonly #random: () => number
  readonly tenants: Tenant[] = []
  #users: User[] = []
  readonly #revoked = new Set<string>()
  #keys: { readonly id: string; readonly user: string; readonly tenant: string }[] = []
  #made = 0

  constructor(random: () => number) {
    this.#random = random
    for (let n = 0; n < tenantCount; n += 1) this.tenants.push(this.#tenant())
    for (let n = 0; n < userCount; n += 1) this.#users.push(this.#user())
    for (const user of this.#users)
      for (let n = 0; n < 2; n += 1) this.#pick(this.tenants).members.set(user.id, null)
  }

  /** A token or key of some user, valid or not: the caller may already have lost the right. */
  credential(now: number): Credential {
    const tenant = this.#pick(this.tenants)
    const members = [...tenant.members.keys()]
    const user =
      members.length > 0 && this.#random() < 0.9 ? this.#pick(members) : this.#pick(this.#users).id
    const epoch = this.#users.find(({ id }) => id === user)?.epoch ?? 0
    const expiresAt = Math.floor((now + 60_000 + this.#random() * 3_600_000) / 1_000)
    const shared = { userId: user, tenantId: tenant.id, expiresAt }
    if (this.#random() < 0.7) {
      const credentialId = `token-${(this.#made += 1)}`
      const session = { sessionId: credentialId, authTime: 0, authMethod: 'password' } as const
      return {
        identity: { kind: 'token', ...shared, ...session, epoch, credentialId },
        secret: tenant.secret,
      }
    }
    const key = { id: this.#uuid(), user, tenant: tenant.id }
    this.#keys = [...this.#keys.slice(-40), key]
    return { identity: { kind: 'key', ...shared, credentialId: key.id }, secret: tenant.secret }
  }

  someResources(tenantId: string): string[] {
    const all = this.#of(tenantId)?.resources ?? resourceNames
    const some = all.filter(() => this.#random() < 0.4)
    return some.length > 0 ? some : [this.#pick(all)]
  }

  /** As `callerIn`: 401 when the session, the key or the membership has ended. */
  check(identity: Identity): void {
    if (!this.#holds(identity)) throw unauthenticated()
  }

  sees({ tenantId, userId }: Identity, resource: string): boolean {
    const tenant = this.#of(tenantId)
    const visible = tenant?.members.get(userId)
    return tenant?.present.has(resource) === true && (visible === null || !!visible?.has(resource))
  }

  mayHear(identity: Identity, resources: readonly string[]): boolean {
    return this.#holds(identity) && resources.every((resource) => this.sees(identity, resource))
  }

  /** As `rightsVersions`. */
  version(identity: Identity): string | undefined {
    if (!this.#holds(identity)) return undefined
    const tenant = this.#of(identity.tenantId)
    const visible = tenant?.members.get(identity.userId)
    const seen = visible === null ? 'all' : [...(visible ?? [])].toSorted().join()
    const present = [...(tenant?.present ?? [])].filter((resource) => resource !== unversioned)
    return `${seen}|${present.toSorted().join()}`
  }

  takeAway(): Change | null {
    const tenant = this.#pick(this.tenants)
    const members = [...tenant.members.keys()]
    const chance = this.#random()
    if (chance < 0.02) return this.#endTenant(tenant)
    if (chance < 0.12) return this.#endUser(tenant)
    if (members.length === 0) return null
    const user = this.#pick(members)
    if (chance < 0.35) {
      tenant.members.delete(user)
      return { tenant, notice: { kind: 'membership', user } }
    }
    if (chance < 0.6) {
      const seen = tenant.members.get(user) ?? new Set(tenant.resources)
      tenant.members.set(user, new Set([...seen].filter(() => this.#random() < 0.5)))
      const group = this.#random() < 0.5
      return { tenant, notice: group ? { kind: 'provider_group' } : { kind: 'role', user } }
    }
    if (chance < 0.72) {
      const found = this.#users.find(({ id }) => id === user)
      assert.ok(found)
      found.epoch += 1
      return { tenant, notice: { kind: 'session', user } }
    }
    if (chance < 0.86 && this.#keys.length > 0) {
      const key = this.#pick(this.#keys)
      const owner = this.#of(key.tenant)
      if (!owner) return null
      this.#revoked.add(key.id)
      return { tenant: owner, notice: { kind: 'key', credential: key.id } }
    }
    const resource = this.#pick(tenant.resources)
    tenant.present.delete(resource)
    return this.#ofResource(tenant, resource)
  }

  give(): Change | null {
    const tenant = this.#pick(this.tenants)
    const user = this.#pick(this.#users).id
    if (this.#random() < 0.5) {
      const resource = this.#pick(tenant.resources)
      tenant.present.add(resource)
      return this.#ofResource(tenant, resource)
    }
    tenant.members.set(user, this.#random() < 0.6 ? null : new Set(tenant.resources.slice(0, 2)))
    return { tenant, notice: { kind: 'role', user } }
  }

  #ofResource(tenant: Tenant, resource: string): Change {
    const named = this.#random() < 0.5
    return {
      tenant,
      notice: named ? { kind: 'resource', resource } : { kind: 'resource' },
      ...(resource === unversioned && { isUnversioned: true }),
    }
  }

  #holds(identity: Identity): boolean {
    const { tenantId, userId } = identity
    const user = this.#users.find(({ id }) => id === userId)
    if (!user || !this.#of(tenantId)?.members.has(userId)) return false
    return identity.kind === 'key'
      ? !this.#revoked.has(identity.credentialId)
      : user.epoch === identity.epoch
  }

  #of(tenantId: string): Tenant | undefined {
    return this.tenants.find(({ id }) => id === tenantId)
  }

  #endTenant(tenant: Tenant): Change {
    tenant.isDeleted = true
    const fresh = this.#tenant()
    this.tenants[this.tenants.indexOf(tenant)] = fresh
    for (const user of tenant.members.keys()) fresh.members.set(user, null)
    return { tenant, notice: { kind: 'tenant' } }
  }

  /** The user leaves every tenant, and a new user joins. */
  #endUser(tenant: Tenant): Change {
    const deleted = this.#pick(this.#users)
    deleted.isDeleted = true
    for (const { members } of this.tenants) members.delete(deleted.id)
    const fresh = this.#user()
    this.#users = [...this.#users.filter((user) => user !== deleted), fresh]
    this.#pick(this.tenants).members.set(fresh.id, null)
    return { tenant, notice: { kind: 'user', user: deleted.id } }
  }

  #tenant(): Tenant {
    const id = this.#uuid()
    return {
      id,
      secret: `the-secret-of-${id}`,
      resources: resourceNames,
      present: new Set(resourceNames),
      members: new Map(),
      isDeleted: false,
    }
  }

  #user(): User {
    return { id: this.#uuid(), epoch: 0, isDeleted: false }
  }

  #uuid(): string {
    this.#made += 1
    return `0190a000-0000-7000-8000-${this.#made.toString(16).padStart(12, '0')}`
  }

  #pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random() * from.length)]
    assert.ok(found !== undefined)
    return found
  }
}
