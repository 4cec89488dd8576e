/** Logic shared by all Describe calls of EC2: ids, filters, pages. */
import type { Tags } from '../tags.ts'
import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import type { Tree } from '../xml.ts'
import { filtersOf, keep, type Readers } from './filters.ts'
import { type Ec2Region, emptyRegion } from './state.ts'

export interface Description<T> {
  /** The element that contains the list. */
  readonly set: string
  readonly items: (region: Ec2Region, call: Call) => readonly T[]
  /** The parameter with ids, the id of an item, and the fault for an unknown id. */
  readonly ids: readonly [parameter: string, id: (item: T) => string, missing: string]
  /** Ids and a page size exclude each other. */
  readonly idsOrPages?: boolean
  /** The real operation returns everything at once. */
  readonly unpaged?: boolean
  readonly least?: number
  readonly most?: number
  readonly filters: Readers<T>
  readonly tree: (item: T, call: Call) => Tree
}

const nothing = emptyRegion()

export const ec2Of = ({ account, region }: Call): Ec2Region => account.ec2[region] ?? nothing

const named = <T>(call: Call, items: readonly T[], ids: Description<T>['ids']): readonly T[] => {
  const [parameter, id, missing] = ids
  const wanted = call.input.texts(parameter)
  if (wanted.length === 0) return items
  const byId = new Map(items.map((item) => [id(item), item]))
  return [...new Set(wanted)].map((name) => {
    const item = byId.get(name)
    if (item) return item
    throw new Fault(missing, 400, `The ${parameter} '${name}' does not exist`)
  })
}

export const describe = <T extends object>(description: Description<T>): Operation => ({
  answer: (call) => {
    const { set, items, ids, filters, tree, idsOrPages, unpaged, least = 5, most } = description
    const { input } = call
    if (
      idsOrPages &&
      input.text(`${ids[0]}.1`) !== undefined &&
      input.text('MaxResults') !== undefined
    )
      throw new Fault(
        'InvalidParameterCombination',
        400,
        `The parameter ${ids[0]} cannot be used with the parameter maxResults`,
      )
    const kept = keep(named(call, items(ec2Of(call), call), ids), filtersOf(input), filters)
    if (unpaged) return { [set]: kept.map((item) => tree(item, call)) }
    const page = call.page(kept, { token: 'NextToken', size: 'MaxResults', least, most })
    return { [set]: page.items.map((item) => tree(item, call)), nextToken: page.next }
  },
})

export const tagSet = (tags: Tags) => Object.entries(tags).map(([key, value]) => ({ key, value }))

/** Ids of unnamed objects, derived from the id of their parent: `eni-1f` becomes `eni-attach-1f`. */
export const relatedId = (prefix: string, id: string) =>
  `${prefix}-${id.slice(id.indexOf('-') + 1)}`
