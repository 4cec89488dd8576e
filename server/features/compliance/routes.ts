import { invalidParameter, notFound } from '@plumbline/jsonapi'
import type { CheckDescription } from '@plumbline/scanner'
import {
  checksOf,
  type Framework,
  frameworkDescription,
  frameworkEntry,
  frameworkName,
  metadataOf,
  type Requirement,
  requirementWords,
  techniqueOf,
  type TitleOf,
} from '@plumbline/scanner/frameworks'
import type { Tx } from '../../platform/db/index.ts'
import { type Endpoint, list, summary } from '../../platform/http/index.ts'
import { type AnyFilter, versionedScope } from '../providers/index.ts'
import { type RolledUp, sumRollups } from '../rollups/index.ts'
import { maxChoices } from '../resources/index.ts'
import {
  checksOfFramework,
  frameworksFor,
  loaded,
  matching,
  overviewsOf,
  requirementsOf,
} from './assessing.ts'
import {
  type ComplianceAttributes,
  complianceAttributes,
  complianceChecks,
  complianceMetadata,
  complianceOverviews,
  complianceRequirements,
} from './resource.ts'
import { completedScan, subjectOf } from './subject.ts'

const tag = 'Compliance Overview'
const may = 'any_member'

/** The framework that has to be named. */
function named(filters: readonly AnyFilter[]): string {
  const found = filters.find(({ name, op }) => name === 'compliance_id' && op === 'eq')
  if (!found) {
    throw invalidParameter(
      'filter[compliance_id]',
      'Must be the ID of a compliance framework.',
      'required',
    )
  }
  const entry = frameworkEntry(String(found.value))
  if (!entry) throw notFound('There is no compliance framework with this ID.')
  return entry.id
}

/** The regions in which checks of the requested frameworks have findings. */
async function regionsOf(
  tx: Tx,
  scans: readonly RolledUp[],
  filters: readonly AnyFilter[],
): Promise<string[]> {
  if (scans.length === 0) return []
  const by = ['provider_type', 'check_id', 'region'] as const
  const places = filters.filter(({ name }) => name === 'region')
  const rows = await sumRollups(tx, scans, { by: [...by], sum: [], filters: places })
  const all = frameworksFor(scans)
  const entries = matching(all, filters)
  const checks = new Set<string>()
  for (const one of await Promise.all(entries.map(({ id }) => loaded(id))))
    for (const [at, provider] of one.providers.entries())
      for (const id of one.checks[at] ?? []) checks.add(`${provider} ${id}`)
  const whole = entries.length === all.length
  const seen = rows.filter(
    ({ provider_type, check_id, region }) =>
      region !== '' && (whole || checks.has(`${provider_type} ${check_id}`)),
  )
  return [...new Set(seen.map(({ region }) => region))].toSorted().slice(0, maxChoices)
}

const descending = (sort: readonly { readonly descending: boolean }[]): boolean =>
  sort[0]?.descending === true

type Words = (framework: Framework, requirement: Requirement) => ReturnType<typeof requirementWords>

/** Words change with the product only: those of a requirement are composed once. */
function composed(titleOf: TitleOf): Words {
  const known = new WeakMap<Requirement, ReturnType<Words>>()
  return (framework, requirement) => {
    const words = known.get(requirement) ?? requirementWords(framework, requirement, titleOf)
    known.set(requirement, words)
    return words
  }
}

function attributesOf(
  framework: Framework,
  wordsOf: Words,
  isWritten: (checkId: string) => boolean,
  provider: string | undefined,
): ComplianceAttributes[] {
  const about = {
    framework: framework.framework,
    version: framework.version,
    compliance_name: frameworkName(framework),
    framework_description: frameworkDescription(framework),
  }
  return framework.requirements.map((requirement) => {
    const ids = checksOf(framework, requirement, provider)
    const words = wordsOf(framework, requirement)
    const technique_details = techniqueOf(framework, requirement)
    return {
      id: requirement.id,
      ...about,
      ...words,
      missing_check_ids: ids.filter((id) => !isWritten(id)),
      attributes: {
        metadata: [metadataOf(framework, requirement, words)],
        check_ids: [...ids],
        ...(technique_details && { technique_details }),
      },
    }
  })
}

export function complianceRoutes(checks: readonly CheckDescription[]): readonly Endpoint[] {
  const known = new Map(checks.map((check) => [check.id, check]))
  const wordsOf = composed((id) => known.get(id)?.title)
  return [
    list(
      complianceOverviews,
      '/compliance-overviews',
      {
        may,
        tag,
        scope: versionedScope,
        operationId: 'compliance_overviews_list',
        summary: 'List compliance results by framework, of a scan or the latest scans of providers',
      },
      async ({ tx, scope, query: { filters, sort, page } }) => {
        const rows = await overviewsOf(tx, await subjectOf(tx, scope, filters), filters)
        if (descending(sort)) rows.reverse()
        const start = (page.number - 1) * page.size
        return { rows: rows.slice(start, start + page.size), count: rows.length }
      },
    ),
    summary(
      complianceMetadata,
      '/compliance-overviews/metadata',
      {
        may,
        tag,
        scope: versionedScope,
        operationId: 'compliance_overviews_metadata_retrieve',
        summary: 'List the regions that have findings',
        refusals: [404],
      },
      async ({ tx, scope, query: { filters } }) => ({
        id: 'n/a',
        regions: await regionsOf(tx, await subjectOf(tx, scope, filters), filters),
      }),
    ),
    list(
      complianceRequirements,
      '/compliance-overviews/requirements',
      {
        may,
        tag,
        scope: versionedScope,
        operationId: 'compliance_overviews_requirements_retrieve',
        summary: 'List the requirements of a framework with their results',
        refusals: [404],
      },
      async ({ tx, scope, query: { filters, sort } }) => {
        const id = named(filters)
        const scans = await subjectOf(tx, scope, filters)
        const known = matching(frameworksFor(scans), filters).some((entry) => entry.id === id)
        if (!known) return { rows: [], count: 0 }
        const { framework, assessed } = await requirementsOf(tx, scans, id, filters)
        const rows = assessed.map(
          ({ requirement, status, reason, detail, checks, pass, fail }) => ({
            id: requirement.id,
            framework: framework.framework,
            version: framework.version,
            description: wordsOf(framework, requirement).description,
            status,
            status_reason: reason,
            status_detail: detail,
            checks,
            ...('Weight' in requirement.attributes && {
              passed_findings: pass,
              total_findings: pass + fail,
            }),
          }),
        )
        return { rows: descending(sort) ? rows.toReversed() : rows, count: rows.length }
      },
    ),
    list(
      complianceChecks,
      '/compliance-overviews/checks',
      {
        may,
        tag,
        scope: versionedScope,
        operationId: 'compliance_overviews_checks_retrieve',
        summary: 'List the checks of a framework and their results',
        refusals: [404],
      },
      async ({ tx, scope, query: { filters, sort } }) => {
        const id = named(filters)
        const scans = await subjectOf(tx, scope, filters)
        const found = await checksOfFramework(tx, scans, id, filters)
        const rows = found.map(({ provider, checkId, result }) => ({
          id: `${provider}:${checkId}`,
          check_id: checkId,
          provider_type: provider,
          title: known.get(checkId)?.title ?? null,
          severity: known.get(checkId)?.severity ?? null,
          state: result.state ?? null,
          pass_count: result.pass,
          fail_count: result.fail,
          manual_count: result.manual,
        }))
        return { rows: descending(sort) ? rows.toReversed() : rows, count: rows.length }
      },
    ),
    list(
      complianceAttributes,
      '/compliance-overviews/attributes',
      {
        may,
        tag,
        scope: versionedScope,
        operationId: 'compliance_overviews_attributes_retrieve',
        summary: 'List the requirements of a framework',
        refusals: [404],
      },
      async ({ tx, scope, query: { filters } }) => {
        const framework = await loaded(named(filters))
        const scan = filters.find(({ name }) => name === 'scan_id')
        const found = scan && (await completedScan(tx, scope, String(scan.value)))
        const rows = attributesOf(framework, wordsOf, (id) => known.has(id), found?.provider_type)
        return { rows, count: rows.length }
      },
    ),
  ]
}
