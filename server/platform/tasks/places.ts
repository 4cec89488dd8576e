/** The places of one worker: how many tasks of a group it runs at a time, and for which tenants. */

export interface Free {
  readonly most: number
  /** The tenant that has no claim to it. */
  readonly except?: string
}

/**
 * A group has `limit` places. When one tenant holds all of them, there is one more for another tenant, so that the long
 * tasks of a tenant do not keep all others waiting. Which tenant holds the places of tasks that wait is not counted.
 */
export class Places {
  readonly #limit: number
  readonly #holders = new Map<string, string[]>()

  constructor(limit: number) {
    this.#limit = limit
  }

  take(group: string, tenant: string): void {
    this.#holders.set(group, [...(this.#holders.get(group) ?? []), tenant])
  }

  /** Gives back a place that the tenant holds. */
  giveBack(group: string, tenant: string): void {
    const holders = this.#holders.get(group) ?? []
    const at = holders.indexOf(tenant)
    if (at >= 0) this.#holders.set(group, holders.toSpliced(at, 1))
  }

  free(group: string): Free {
    const holders = this.#holders.get(group) ?? []
    const most = Math.max(0, this.#limit - holders.length)
    const [first] = holders
    const isOneTenants = first !== undefined && holders.every((tenant) => tenant === first)
    if (holders.length !== this.#limit || !isOneTenants) return { most }
    return { most: 1, except: first }
  }
}
