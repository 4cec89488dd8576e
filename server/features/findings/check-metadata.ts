import type { CheckDescription } from '@plumbline/scanner'

/** What is known of a finding's check when the catalogue does not have it, as for an import. */
interface Judged {
  readonly check_id: string
  readonly provider_type: string
  readonly service: string
  readonly severity: string
  readonly resource_type: string
}

const numbered = (steps: readonly string[]): string =>
  steps.map((step, index) => `${index + 1}. ${step}`).join('\n')

/** The check as clients of the contract read it: keys in one word, a fix by kind of code. */
export function checkMetadata(check: CheckDescription | undefined, judged: Judged): object {
  const { check_id, provider_type, service, severity, resource_type } = judged
  return {
    provider: provider_type,
    checkid: check_id,
    checktitle: check?.title ?? check_id,
    checktype: [],
    checkaliases: check?.aliases ?? [],
    servicename: check?.service ?? service,
    subservicename: '',
    severity: check?.severity ?? severity,
    resourcetype: check?.resource_type ?? resource_type,
    resourcegroup: check?.resource_group ?? '',
    description: check?.description ?? '',
    risk: check?.risk ?? '',
    relatedurl: check?.source ?? '',
    additionalurls: check ? [check.source, ...check.links].filter((url) => url !== '') : [],
    remediation: {
      recommendation: { text: check?.fix.text ?? '', url: check?.fix.url ?? check?.source ?? '' },
      code: {
        cli: check?.fix.cli ?? '',
        nativeiac: '',
        other: numbered(check?.fix.console ?? []),
        terraform: check?.fix.terraform ?? '',
      },
    },
    categories: check?.categories ?? [],
    dependson: [],
    relatedto: [],
    notes: check?.decision ?? '',
  }
}
