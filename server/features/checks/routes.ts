import { notFound, type Row } from '@plumbline/jsonapi'
import { type CheckReference, checkReferences, type Provider } from '@plumbline/scanner'
import { checkPage, htmlDocument, markdown } from '@plumbline/scanner/formats'
import { frameworkEntry, type Naming, namings, namingsOf } from '@plumbline/scanner/frameworks'
import {
  type Asked,
  type Endpoint,
  list,
  page,
  preferred,
  sourceHash,
} from '../../platform/http/index.ts'
import { checkFrameworks, findingFrameworks } from './resource.ts'

interface Documented {
  readonly check: CheckReference
  readonly namedBy: readonly Naming[]
}

/** Checks by their ids, and by those that they had before. */
async function documented(
  kinds: readonly Provider<unknown>[],
): Promise<ReadonlyMap<string, Documented>> {
  const byId = new Map<string, Documented>()
  for (const kind of kinds) {
    const [checks, byCheck] = await Promise.all([checkReferences(kind), namings(kind.type)])
    const pages = checks.map((check) => ({
      check,
      namedBy: namingsOf(byCheck, [check.id, ...check.aliases]),
    }))
    for (const one of pages) for (const id of one.check.aliases) byId.set(id, one)
    for (const one of pages) byId.set(one.check.id, one) // a check takes precedence over another's old id
  }
  return byId
}

const style = `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
pre { overflow-x: auto; padding: 0.8rem; border: 1px solid GrayText; border-radius: 4px; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; border: 1px solid GrayText; text-align: left; vertical-align: top; }
a, td { overflow-wrap: anywhere; }`
const policy = `default-src 'none'; style-src ${sourceHash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const markdownType = 'text/markdown'
const htmlType = 'text/html'

/** The id of the check of a finding that the caller sees. */
export type CheckOfFinding = (
  asked: Pick<Asked, 'tx' | 'caller' | 'id'>,
) => Promise<string | undefined>

function findingFramework({ id, name, requirements }: Naming): Row<typeof findingFrameworks> {
  const entry = frameworkEntry(id)
  const [provider = '', ...others] = entry?.providers ?? []
  return {
    id,
    compliance_id: id,
    provider_type: others.length > 0 ? '*' : provider,
    scope: others.length > 0 ? 'universal' : 'provider',
    framework: entry?.framework ?? name,
    name,
    version: entry?.version ?? '',
    requirements,
  }
}

/** The public page of each check. Frameworks are read on the first request. */
export function checkRoutes(
  kinds: readonly Provider<unknown>[],
  checkOf: CheckOfFinding,
): readonly Endpoint[] {
  let reading: Promise<ReadonlyMap<string, Documented>> | undefined
  const pages = (): Promise<ReadonlyMap<string, Documented>> => {
    reading ??= documented(kinds)
    reading.catch(() => (reading = undefined))
    return reading
  }
  const about = {
    path: '/docs/checks/:check_id',
    tag: 'Documentation',
    operationId: 'docs_checks_retrieve',
    summary: 'Get a check with its evaluation logic, data sources and remediation',
    responseType: markdownType,
    exports: [htmlType],
  }
  const show = page(about, async (base, { params, accept }) => {
    const found = (await pages()).get(params['check_id'] ?? '')
    if (!found) throw notFound()
    const { check, namedBy } = found
    const blocks = checkPage(check, namedBy)
    const isHtml = preferred(accept, [markdownType, htmlType]) === htmlType
    const text = isHtml ? htmlDocument(check.title, blocks, style) : markdown(blocks)
    return {
      body: Buffer.from(text),
      headers: {
        'Content-Type': `${isHtml ? htmlType : markdownType}; charset=utf-8`,
        'Content-Location': `${base}/docs/checks/${check.id}`,
        ...(isHtml && { 'Content-Security-Policy': policy }),
      },
    }
  })
  const frameworks = list(
    checkFrameworks,
    '/checks/:check_id/frameworks',
    {
      may: 'any_member',
      tag: 'Compliance Overview',
      operationId: 'checks_frameworks_list',
      summary: 'List the frameworks and requirements that include a check',
    },
    async ({ params }) => {
      const found = (await pages()).get(params['check_id'] ?? '')
      if (!found) throw notFound()
      return { rows: [...found.namedBy], count: found.namedBy.length }
    },
  )
  const ofFinding = list(
    findingFrameworks,
    '/findings/:id/compliance-frameworks',
    {
      may: 'any_member',
      tag: 'Compliance Overview',
      operationId: 'findings_compliance_frameworks_list',
      summary: 'List the frameworks and requirements that include the check of a finding',
    },
    async (asked) => {
      const checkId = await checkOf(asked)
      if (checkId === undefined) throw notFound()
      const rows = ((await pages()).get(checkId)?.namedBy ?? []).map(findingFramework)
      return { rows, count: rows.length }
    },
  )
  return [show, frameworks, ofFinding]
}
