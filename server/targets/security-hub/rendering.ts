/** A finding as the AWS Security Finding Format (2018-10-08) has it. */
import { createHash } from 'node:crypto'
import { shortLine, webLink } from '../plain-text.ts'
import type { ForwardedFinding } from '../target.ts'
import { limits } from './limits.ts'

/** The part of the format that is written. Optional members are left out, never empty. */
export interface AsffFinding {
  readonly SchemaVersion: '2018-10-08'
  readonly Id: string
  readonly ProductArn: string
  readonly CompanyName: string
  readonly ProductName: string
  readonly GeneratorId: string
  readonly AwsAccountId: string
  readonly CreatedAt: string
  readonly UpdatedAt: string
  readonly FirstObservedAt: string
  readonly LastObservedAt: string
  readonly RecordState: 'ACTIVE' | 'ARCHIVED'
  readonly Title: string
  readonly Description: string
  readonly FindingProviderFields: {
    readonly Severity: { readonly Label: string; readonly Original: string }
    readonly Types: readonly string[]
  }
  readonly Remediation?: {
    readonly Recommendation: { readonly Text?: string; readonly Url?: string }
  }
  readonly SourceUrl?: string
  readonly ProductFields: Readonly<Record<string, string>>
  readonly Resources: readonly AsffResource[]
  readonly Compliance: {
    readonly Status: 'PASSED' | 'FAILED' | 'WARNING'
    readonly RelatedRequirements?: readonly string[]
  }
  /** Taken when a finding is created; afterwards it is the customer's. */
  readonly Workflow?: { readonly Status: 'SUPPRESSED' }
}

interface AsffResource {
  readonly Type: string
  readonly Id: string
  readonly Partition?: string
  readonly Region?: string
  readonly Tags?: Readonly<Record<string, string>>
}

/** Where a finding is imported to. */
export interface HubPlace {
  readonly account: string
  readonly partition: string
  readonly region: string
  /** Whose findings these are among those of the product: what is archived is looked for by it. */
  readonly source: string
  /** A short text derived from the uid, by which archiving compares findings. */
  readonly keyOf: (uid: string) => string
}

/** Names of the fields that are read again. */
export const fields = { source: 'plumbline/source', key: 'plumbline/finding_key' } as const
/** What the GeneratorId of each finding begins with. */
export const generator = 'plumbline/'

export const defaultProduct = ({
  account,
  partition,
  region,
}: Omit<HubPlace, 'source' | 'keyOf'>): string =>
  `arn:${partition}:securityhub:${region}:${account}:product/${account}/default`

/** As it is where it fits; else its beginning and a hash of all of it: the same for the same text, always. */
function stable(text: string, max: number): string {
  if (text.length <= max && /^[!-~](?:[ -~]*[!-~])?$/.test(text)) return text
  const hash = createHash('sha256').update(text).digest('hex')
  const start = text.slice(0, max - hash.length - 1).replace(/[^!-~]/g, '_')
  return `${start}#${hash}`
}

/** The Id of a finding: the same in every import. */
export const findingId = (uid: string): string => stable(uid, limits.id)

/** One line that is not empty. */
const line = (text: string, max: number, instead: string): string => shortLine(text, max) || instead

const complianceOf = { PASS: 'PASSED', FAIL: 'FAILED', MANUAL: 'WARNING' } as const
/** Partitions that the format knows. */
const partitions: ReadonlySet<string> = new Set(['aws', 'aws-cn', 'aws-us-gov'])

function tagsOf(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null {
  const { entries, key, value } = limits.tags
  const kept = Object.entries(tags).flatMap(([name, text]): [string, string][] => {
    const label = shortLine(name, key)
    return label === '' ? [] : [[label, shortLine(text, value)]]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept.slice(0, entries))
}

function resourceOf({ resource, region }: ForwardedFinding, { partition }: HubPlace): AsffResource {
  const tags = tagsOf(resource.tags)
  const where = shortLine(region, limits.region)
  return {
    Type: /^Aws[A-Z]\w{2,60}$/.test(resource.type) ? resource.type : 'Other',
    Id: stable(resource.uid, limits.resourceId),
    ...(partitions.has(partition) && { Partition: partition }),
    ...(where !== '' && { Region: where }),
    ...(tags && { Tags: tags }),
  }
}

function requirementsOf(compliance: ForwardedFinding['compliance']): readonly string[] {
  const { entries, text } = limits.requirements
  const all = Object.entries(compliance).flatMap(([framework, ids]) =>
    ids.flatMap((id) => shortLine(`${framework} ${id}`, text) || []),
  )
  return [...new Set(all)].slice(0, entries)
}

function remediationOf({ check }: ForwardedFinding): Pick<AsffFinding, 'Remediation'> {
  const text = shortLine(check.remediation, limits.remediationText)
  const url = webLink(check.remediation_url, limits.url)
  if (text === '' && url === null) return {}
  return {
    Remediation: { Recommendation: { ...(text && { Text: text }), ...(url && { Url: url }) } },
  }
}

function productFieldsOf(
  { uid, check, provider, resource, triage_status, delta }: ForwardedFinding,
  { source, keyOf }: HubPlace,
): Readonly<Record<string, string>> {
  const given: Readonly<Record<string, string>> = {
    [fields.source]: source,
    [fields.key]: keyOf(uid),
    'plumbline/finding_uid': uid,
    'plumbline/check_id': check.id,
    'plumbline/service': check.service,
    'plumbline/provider_uid': provider.uid,
    'plumbline/provider_alias': provider.alias ?? '',
    'plumbline/resource_name': resource.name,
    'plumbline/triage_status': triage_status,
    'plumbline/delta': delta ?? '',
  }
  const kept = Object.entries(given).flatMap(([name, text]): [string, string][] => {
    const value = shortLine(text, limits.productFields.value)
    return value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(kept)
}

/** `now` is when it is imported: what is older than what the hub has, the hub ignores. */
export function renderFinding(finding: ForwardedFinding, place: HubPlace, now: Date): AsffFinding {
  const { check, status, severity } = finding
  const requirements = requirementsOf(finding.compliance)
  const link = webLink(finding.link, limits.url)
  return {
    SchemaVersion: '2018-10-08',
    Id: findingId(finding.uid),
    ProductArn: defaultProduct(place),
    CompanyName: 'Plumbline',
    ProductName: 'Plumbline',
    GeneratorId: stable(`${generator}${check.id}`, limits.generatorId),
    AwsAccountId: place.account,
    CreatedAt: new Date(finding.first_seen_at).toISOString(),
    UpdatedAt: now.toISOString(),
    FirstObservedAt: new Date(finding.first_seen_at).toISOString(),
    LastObservedAt: new Date(finding.updated_at).toISOString(),
    RecordState: 'ACTIVE',
    Title: line(check.title, limits.title, line(check.id, limits.title, 'Finding')),
    Description: line(
      `${finding.status_extended} ${check.description}`,
      limits.description,
      'No description.',
    ),
    FindingProviderFields: {
      Severity: {
        // As AWS does for its controls: a passed finding is informational, whatever its severity.
        Label: status === 'PASS' ? 'INFORMATIONAL' : severity.toUpperCase(),
        Original: severity,
      },
      Types: ['Software and Configuration Checks'],
    },
    ...remediationOf(finding),
    ...(link && { SourceUrl: link }),
    ProductFields: productFieldsOf(finding, place),
    Resources: [resourceOf(finding, place)],
    Compliance: {
      Status: complianceOf[status],
      ...(requirements.length > 0 && { RelatedRequirements: requirements }),
    },
    ...(finding.muted && { Workflow: { Status: 'SUPPRESSED' as const } }),
  }
}
