// Event subscriptions, and the important events that none of them covers.
import type { Aws } from '../client.ts'
import { all, identity, items } from '../ec2/answers.ts'

export interface Subscription {
  readonly name: string
  /** `db-instance`, `db-cluster`, …; null for sources of every type. */
  readonly source_type: string | null
  /** Names of the sources; empty for all of the type. */
  readonly sources: readonly string[]
  /** Empty for every category. */
  readonly categories: readonly string[]
  readonly active: boolean
}

interface GivenSubscription {
  CustSubscriptionId?: string
  SourceType?: string
  SourceIdsList?: string[]
  EventCategoriesList?: string[]
  Enabled?: boolean
  Status?: string
}

export async function subscriptionsOf(aws: Aws): Promise<readonly Subscription[]> {
  const operation = 'rds:DescribeEventSubscriptions'
  const list = (answer: { EventSubscriptionsList?: GivenSubscription[] }) =>
    answer.EventSubscriptionsList
  const given = await all(items(aws, operation, {}, list))
  return given.map((it) => {
    if (it.Enabled === undefined) throw aws.broken(operation, 'Enabled')
    const status = identity(aws, operation, it.Status)
    return {
      name: identity(aws, operation, it.CustSubscriptionId),
      source_type: it.SourceType || null,
      // Absent if unlimited.
      sources: it.SourceIdsList ?? [],
      categories: it.EventCategoriesList ?? [],
      active: it.Enabled && (status === 'active' || status === 'modifying'),
    }
  })
}

/** The categories in `wanted` without a subscription for every one of `sources`. */
export const unheard = (
  subscriptions: readonly Subscription[],
  type: string,
  wanted: readonly string[],
  sources: readonly string[],
): readonly string[] =>
  wanted.filter((category) => {
    const fitting = subscriptions.filter(
      (it) =>
        it.active &&
        (it.source_type === null || it.source_type === type) &&
        (it.categories.length === 0 || it.categories.includes(category)),
    )
    if (fitting.length === 0) return true
    if (fitting.some((it) => it.sources.length === 0)) return false
    return !sources.every((source) => fitting.some((it) => it.sources.includes(source)))
  })
