// Resources that the plans of AWS Backup select, for checks of all services that Backup supports. Backup's list of
// protected resources is not used: it also contains resources that were once backed up manually.
import { once } from '../../kit/index.ts'
import type { Aws } from './client.ts'
import { matches } from './policy/index.ts'

/** The permissions behind a `Protection`. */
export const backupPlanActions: readonly string[] = [
  'backup:ListBackupPlans',
  'backup:ListBackupSelections',
  'backup:GetBackupSelection',
  'backup:DescribeRegionSettings',
]

type Tags = Readonly<Record<string, string>>
interface Tag {
  readonly key: string
  readonly value: string
}

const operators = ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike'] as const
type Operator = (typeof operators)[number]

/** A selection of a backup plan, by ARN and by tag. */
export interface Selection {
  /** The name of its plan. */
  readonly plan: string
  /** ARNs, possibly with `*`; `*` alone means everything. */
  readonly resources: readonly string[]
  readonly except: readonly string[]
  /** At least one of them must match. */
  readonly tags: readonly Tag[]
  /** All of them must match. */
  readonly conditions: readonly (Tag & { readonly operator: Operator })[]
}

type OptedIn = Readonly<Record<string, boolean>>

export interface BackupPlans {
  readonly selections: readonly Selection[]
  /** By Backup's name of a resource type (`EBS`): true if selections include it without naming it. */
  optedIn(): Promise<OptedIn>
}

/** The plans that include a resource, and those for which AWS's rules do not decide. */
export interface Protection {
  readonly by: readonly string[]
  readonly perhaps: readonly string[]
}

export interface Candidate {
  readonly arn: string
  /** AWS Backup's name of the type: `EBS`. */
  readonly type: string
  /** The resource type in ARN patterns: `:volume/`. */
  readonly named: string
  /** Read only if a selection uses tags. */
  tags(): Promise<Tags>
}

function holds({ operator, key, value }: Selection['conditions'][number], tags: Tags): boolean {
  const found = Object.hasOwn(tags, key) ? tags[key] : undefined
  if (operator === 'StringEquals') return found === value
  if (operator === 'StringNotEquals') return found !== value
  const like = found !== undefined && matches(value, found)
  return operator === 'StringLike' ? like : !like
}

type Answer = 'taken' | 'left' | 'perhaps'

/**
 * Whether a selection includes a resource; `if opted in` if the selection does not name the resource's type. If it has
 * both ARNs and a list of tags, the AWS documentation describes tags that narrow the ARNs, but users of the API report
 * that either one suffices: only a resource that matches both is certainly included. Source: "Assigning resources to a
 * backup plan" and "Assign resources with AWS CLI", AWS Backup Developer Guide.
 */
function answer(
  { resources, except, tags: anyOf, conditions }: Selection,
  { arn, named }: Candidate,
  tags: Tags,
): Answer | 'if opted in' {
  if (except.some((pattern) => matches(pattern, arn))) return 'left'
  if (!conditions.every((condition) => holds(condition, tags))) return 'left'
  const byArn = resources.filter((pattern) => matches(pattern, arn))
  const answers = [
    ...(resources.length > 0 ? [byArn.length > 0] : []),
    ...(anyOf.length > 0
      ? [anyOf.some(({ key, value }) => Object.hasOwn(tags, key) && tags[key] === value)]
      : []),
  ]
  if (answers.length > 0 && !answers.includes(true)) return 'left'
  if (answers.includes(false)) return 'perhaps'
  return byArn.some((pattern) => pattern.includes(named)) ? 'taken' : 'if opted in'
}

/** Returns the protection of a resource by the backup plans of its region. Throws CallProblem. */
export async function protectionOf(
  candidate: Candidate,
  { selections, optedIn }: BackupPlans,
): Promise<Protection> {
  const tagged = selections.some((it) => it.tags.length + it.conditions.length > 0)
  const tags = tagged ? await candidate.tags() : {}
  const plansThat = {
    taken: new Set<string>(),
    left: new Set<string>(),
    perhaps: new Set<string>(),
  }
  for (const selection of selections) {
    const found = answer(selection, candidate, tags)
    plansThat[found === 'if opted in' ? opted(candidate.type, await optedIn()) : found].add(
      selection.plan,
    )
  }
  return { by: [...plansThat.taken], perhaps: [...plansThat.perhaps] }
}

const opted = (type: string, types: OptedIn): Answer =>
  types[type] === undefined ? 'perhaps' : types[type] ? 'taken' : 'left'

interface GivenTag {
  ConditionKey?: string
  ConditionValue?: string
}

interface GivenSelection {
  Resources?: string[]
  NotResources?: string[]
  ListOfTags?: GivenTag[]
  Conditions?: Partial<Record<Operator, GivenTag[]>>
}

const tag = ({ ConditionKey = '', ConditionValue = '' }: GivenTag): Tag => ({
  key: ConditionKey.replace(/^aws:ResourceTag\//, ''),
  value: ConditionValue,
})

// Each part of a selection is optional.
const selection = (plan: string, given: GivenSelection): Selection => ({
  plan,
  resources: given.Resources ?? [],
  except: given.NotResources ?? [],
  tags: (given.ListOfTags ?? []).map(tag),
  conditions: operators.flatMap((operator) =>
    (given.Conditions?.[operator] ?? []).map((one) => ({ operator, ...tag(one) })),
  ),
})

async function* selectionsOf(aws: Aws, BackupPlanId: string): AsyncGenerator<GivenSelection> {
  const list = 'backup:ListBackupSelections'
  for await (const page of aws.pages<{ BackupSelectionsList?: { SelectionId?: string }[] }>(list, {
    BackupPlanId,
    MaxResults: 1_000,
  })) {
    if (!page.BackupSelectionsList) throw aws.broken(list, 'BackupSelectionsList')
    for (const { SelectionId } of page.BackupSelectionsList) {
      if (!SelectionId) throw aws.broken(list, 'SelectionId')
      const { BackupSelection } = await aws.call<{ BackupSelection?: GivenSelection }>(
        'backup:GetBackupSelection',
        { BackupPlanId, SelectionId },
      )
      if (!BackupSelection) throw aws.broken('backup:GetBackupSelection', 'BackupSelection')
      yield BackupSelection
    }
  }
}

async function everySelection(aws: Aws): Promise<readonly Selection[]> {
  const list = 'backup:ListBackupPlans'
  const found: Selection[] = []
  for await (const page of aws.pages<{
    BackupPlansList?: { BackupPlanId?: string; BackupPlanName?: string }[]
  }>(list, { MaxResults: 1_000 })) {
    if (!page.BackupPlansList) throw aws.broken(list, 'BackupPlansList')
    for (const { BackupPlanId, BackupPlanName } of page.BackupPlansList) {
      if (!BackupPlanId) throw aws.broken(list, 'BackupPlanId')
      for await (const given of selectionsOf(aws, BackupPlanId)) {
        found.push(selection(BackupPlanName ?? BackupPlanId, given))
      }
    }
  }
  return found
}

async function settings(aws: Aws): Promise<OptedIn> {
  const operation = 'backup:DescribeRegionSettings'
  const { ResourceTypeOptInPreference: types } = await aws.call<{
    ResourceTypeOptInPreference?: OptedIn
  }>(operation)
  if (!types) throw aws.broken(operation, 'ResourceTypeOptInPreference')
  return types
}

/**
 * The plans of a region, read once for all of its resources. Its settings are read only if a verdict depends on them.
 */
export const backupPlans = (aws: Aws): (() => Promise<BackupPlans>) => {
  const optedIn = once(() => settings(aws))
  return once(async () => ({ selections: await everySelection(aws), optedIn }))
}
