import { conflict, notFound } from '@plumbline/jsonapi'
import { checksOf, frameworkEntry } from '@plumbline/scanner/frameworks'
import {
  type Download,
  type Endpoint,
  download,
  fetchedOne,
  type InCaller,
  queue,
  show,
} from '../../platform/http/index.ts'
import { FileMissing } from '../../platform/files/index.ts'
import { kindCodes } from '../versions/index.ts'
import { scans } from '../scans/index.ts'
import { complianceTable } from './compliance-table.ts'
import { evidence, evidenceName } from './evidence/bundle.ts'
import type { Signer } from './evidence/seal.ts'
import { ocsf, printable } from './files.ts'
import { type Printed, printedFor } from './frameworks.ts'
import { archiveName, baseName, complianceName } from './names.ts'
import { evidenceKey, scanComplianceReport, scanReport, scanReportLink } from './resource.ts'
import { loadedFramework, resultsOf, scanSource, type Source } from './source.ts'
import { addReport, buildingTask, type ReportState, reportedScan, reportState } from './store.ts'
import { buildReport, part, type ReportServices } from './tasks.ts'

/** How long a link of the store is valid. */
const linkSeconds = 300

const about = { may: 'any_member', tag: 'Scan' } as const

type Asked = Parameters<Parameters<typeof download>[3]>[0]

/** Why a scan is one that no report is made of; undefined for one that is. */
function neverOf({ kind, state }: ReportState): string | undefined {
  if (kind === kindCodes.partial) return 'A partial scan has no report.'
  if (kind === kindCodes.import) return 'An imported scan has no report. Use the imported file.'
  if (state === 'scheduled') return 'The scan has not started, so it has no report.'
  if (state !== 'completed') return 'The scan did not complete, so it has no report.'
  return undefined
}

/** Why there is nothing to download, once no task works on it. */
function nothingOf(report: ReportState): string {
  const never = neverOf(report)
  if (never !== undefined) return never
  const { is_reported, ended, detail } = report
  if (!is_reported)
    return 'This scan has no report, because it was recorded before reports were available.'
  if (ended === 'cancelled') return 'The report was not built, because its task was canceled.'
  return detail === null
    ? 'The report could not be built.'
    : `The report could not be built: ${detail}`
}

/** The report, or the task to wait for. Throws a 404 with the reason if neither exists. */
async function stateOf({
  id,
  inCaller,
}: Pick<Asked, 'id' | 'inCaller'>): Promise<
  (ReportState & { file_id: string }) | Exclude<Download, { content: unknown }>
> {
  const state = await inCaller((tx, caller) => reportState(tx, id, caller))
  if (!state) throw notFound()
  const { file_id, task } = state
  const canHave = state.kind === kindCodes.full
  if (canHave && file_id !== null) return { ...state, file_id }
  if (canHave && task) return { task }
  throw notFound(nothingOf(state))
}

/** The scan as the caller reads it: the caller's rights are read again with each batch. */
async function sourceOf(services: ReportServices, id: string, inCaller: InCaller): Promise<Source> {
  const inTenant: Source['inTenant'] = (work) =>
    inCaller(async (tx, caller) => {
      if (!(await reportState(tx, id, caller))) throw notFound()
      return work(tx)
    })
  const scan = await inTenant((tx) => reportedScan(tx, id))
  if (!scan) throw notFound()
  return scanSource(services, scan, inTenant)
}

/** The framework that is named, where it is about such accounts. */
async function frameworkOf({ scan }: Source, name = '') {
  const entry = frameworkEntry(name)
  if (!entry?.providers.includes(scan.provider_type))
    throw notFound('There is no compliance framework with this ID for this provider type.')
  return loadedFramework(entry.id)
}

/** A store that was changed or restored may not have what the database knows. */
function throwLost(error: unknown): never {
  throw error instanceof FileMissing
    ? notFound('The report file no longer exists. Build the report again.')
    : error
}

async function* stored(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throwLost(error)
  }
}

const printedNames: Readonly<Record<Printed, string>> = {
  cis: 'the newest CIS benchmark',
  threatscore: 'the weighted score',
  ens: 'Esquema Nacional de Seguridad',
  nis2: 'NIS 2',
  csa: 'the Cloud Controls Matrix of CSA',
}

export function reportRoutes(services: ReportServices, signer: Signer): readonly Endpoint[] {
  /** A file that is written while it is read, of a scan whose report is there. */
  const written =
    (
      contentOf: (
        source: Source,
        asked: Asked,
      ) => Promise<Exclude<Download, { task: unknown } | { link: unknown }>>,
    ) =>
    async (asked: Asked): Promise<Download> => {
      const state = await stateOf(asked)
      if (!('file_id' in state)) return state
      return contentOf(await sourceOf(services, asked.id, asked.inCaller), asked)
    }
  /** The whole report as it is stored; `link` is null if the store has no links. */
  async function archived({ id, inCaller }: Pick<Asked, 'id' | 'inCaller'>, fileId: string) {
    const { scan } = await sourceOf(services, id, inCaller)
    const tenantId = await inCaller(async (tx) => tx.tenantId)
    const file = { tenantId, id: fileId, part }
    const filename = archiveName(baseName(scan))
    const link = await services.files
      .link(file, { seconds: linkSeconds, filename })
      .catch(throwLost)
    return { file, filename, link }
  }
  return [
    show(
      evidenceKey,
      '/evidence-keys/current',
      {
        ...about,
        operationId: 'evidence_keys_retrieve',
        summary:
          'Get the public key that verifies the evidence of this installation; store it separately from the evidence',
      },
      async () => ({
        id: signer.fingerprint,
        algorithm: 'Ed25519',
        public_key: signer.publicKey,
      }),
    ),
    download(
      scanReport,
      '/scans/:id/evidence',
      {
        ...about,
        responseType: 'application/zip',
        operationId: 'scans_evidence_retrieve',
        summary:
          'Download the signed evidence of a full scan; verify it offline with plumbline evidence verify',
      },
      written(async (source) => ({
        content: evidence(source, signer),
        filename: evidenceName(source),
      })),
    ),
    download(
      scanReport,
      '/scans/:id/report',
      {
        ...about,
        responseType: 'application/zip',
        operationId: 'scans_report_retrieve',
        summary: 'Download the report of a full scan as a ZIP file: CSV, OCSF, HTML and compliance',
      },
      async (asked) => {
        const state = await stateOf(asked)
        if (!('file_id' in state)) return state
        const { file, filename, link } = await archived(asked, state.file_id)
        if (link !== null) return { link }
        const content = stored(services.files.open(file))
        return { content, filename, ...(state.bytes !== null && { bytes: state.bytes }) }
      },
    ),
    queue(
      'POST',
      '/scans/:id/report',
      {
        may: 'manage_scans',
        tag: 'Scan',
        operationId: 'scans_report_create',
        summary:
          'Build the report of a full scan again after a failure; returns the running task if there is one',
      },
      async ({ tx, id, caller }) => {
        const report = await reportState(tx, id, caller)
        if (!report) return undefined
        const never = neverOf(report)
        if (never !== undefined) throw conflict('', never)
        const building = await buildingTask(tx, id)
        if (building) return building
        const { provider_id } = report
        const task = await buildReport.enqueue(
          tx,
          { scan_id: id },
          { provider_id, user_id: caller.userId, task_args: { scan_id: id, provider_id } },
        )
        await addReport(tx, id, task.id)
        return task
      },
    ),
    fetchedOne(
      scanReportLink,
      '/scans/:id/report/link',
      {
        ...about,
        extra: {},
        operationId: 'scans_report_link_retrieve',
        summary: 'Get the download URL of a report, for pages that cannot follow a redirect',
      },
      async (asked) => {
        const state = await stateOf(asked)
        if (!('file_id' in state)) throw notFound('The report is still being built.')
        const { filename, link } = await archived(asked, state.file_id)
        return { id: asked.id, url: link, filename, seconds: linkSeconds }
      },
    ),
    download(
      scanComplianceReport,
      '/scans/:id/compliance/:name',
      {
        ...about,
        responseType: 'text/csv',
        operationId: 'scans_compliance_retrieve',
        summary: 'Download the compliance report of a full scan: one row per requirement and check',
      },
      written(async (source, { params }) => {
        const framework = await frameworkOf(source, params['name'])
        const resultOf = await resultsOf(source)
        return {
          content: (async function* () {
            yield* complianceTable(source.scan, { framework, resultOf }, source.checks)
          })(),
          filename: complianceName(baseName(source.scan), framework.id),
        }
      }),
    ),
    download(
      scanComplianceReport,
      '/scans/:id/compliance/:name/ocsf',
      {
        ...about,
        responseType: 'application/vnd.ocsf+json',
        operationId: 'scans_compliance_ocsf_retrieve',
        summary: 'Download the findings of a full scan for a framework, as OCSF',
      },
      written(async (source, { params }) => {
        const framework = await frameworkOf(source, params['name'])
        const compliance = new Map<string, Record<string, string[]>>()
        for (const requirement of framework.requirements) {
          for (const check of checksOf(framework, requirement, source.scan.provider_type)) {
            const known = compliance.get(check)?.[framework.id]
            if (known) known.push(requirement.id)
            else compliance.set(check, { [framework.id]: [requirement.id] })
          }
        }
        return {
          content: ocsf(source, { checks: [...compliance.keys()], compliance }),
          filename: complianceName(baseName(source.scan), framework.id, 'ocsf.json'),
        }
      }),
    ),
    ...Object.entries(printedNames).map(([kind, name]) =>
      download(
        scans,
        `/scans/:id/${kind}`,
        {
          ...about,
          responseType: 'application/pdf',
          operationId: `scans_${kind}_retrieve`,
          summary: `Download the ${name} report of a full scan as PDF`,
        },
        written(async (source) => {
          const entry = printedFor(kind as Printed, source.scan.provider_type)
          if (!entry) throw notFound('There is no such framework for this provider type.')
          const framework = await loadedFramework(entry.id)
          return {
            content: printable(source, framework),
            filename: complianceName(baseName(source.scan), framework.id, 'pdf'),
          }
        }),
      ),
    ),
  ]
}
