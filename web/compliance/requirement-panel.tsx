/** One requirement: the reason of its status, the results of its checks, and links. */
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { whole } from '../api/client.ts'
import type { Page, Row } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { type Query, search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { PartBar } from '../kit/charts/bars.tsx'
import { SeverityMark, StatusMark, Tag } from '../kit/marks.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble, TroubleLine } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { mostScans, type PlacesOfCheck, placesOf, scansInScope } from './places.ts'
import { findingsScope } from './scope.ts'
import { Verify } from './verify.tsx'
import { attributeWords, judgedBy, reasonWords, type Requirement } from './tree.ts'

type Check = Row<'compliance-checks'>

interface Props {
  readonly framework: string
  readonly requirement: Requirement
  readonly scope: Query
  readonly region: string | undefined
  readonly full: Page<'scans'>
  readonly onClose: () => void
}

const states = [
  { key: 'failed', words: 'failed', colour: 'fail' },
  { key: 'passed', words: 'passed', colour: 'pass' },
  { key: 'not_applicable', words: 'not applicable', colour: 'info' },
  { key: 'unread', words: 'not read', colour: 'medium', isHatched: true },
  { key: 'excluded', words: 'excluded by configuration', colour: 'info', isHatched: true },
  { key: 'missing', words: 'not implemented', colour: 'manual', isHatched: true },
] as const

/** The maximum number of ids that fit into a URL. */
const mostAsked = 100

const batchesOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / mostAsked) }, (_, at) =>
    ids.slice(at * mostAsked, (at + 1) * mostAsked),
  )

export function RequirementPanel(props: Props) {
  const { requirement, onClose } = props
  return (
    <Panel
      title={
        <>
          <code>{requirement.id}</code> {requirement.name}
        </>
      }
      onClose={onClose}
    >
      <div className="tab-panel">
        <p className="row">
          <StatusMark status={requirement.status} />
          <span>{reasonWords(requirement.reason)}</span>
        </p>
        {requirement.detail && <p>{requirement.detail}</p>}
        <p>{requirement.description}</p>
        {Object.keys(requirement.attributes).length > 0 && (
          <dl className="facts">
            {Object.entries(requirement.attributes).map(([key, value]) => (
              <div key={key}>
                <dt>{attributeWords(key)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <section>
          <h3>Evaluated by {judgedBy(requirement)}</h3>
          {requirement.checks.named > 0 && (
            <>
              <PartBar
                parts={states.map(({ key, words, colour, ...rest }) => ({
                  name: words,
                  value: requirement.checks[key],
                  colour,
                  ...rest,
                }))}
              />
              <p className="muted small">
                {states
                  .filter(({ key }) => requirement.checks[key] > 0)
                  .map(({ key, words }) => `${requirement.checks[key]} ${words}`)
                  .join(', ')}
              </p>
            </>
          )}
        </section>
        {requirement.checkIds.length > 0 ? (
          <Checks {...props} />
        ) : (
          <p className="muted">
            The framework has no checks for this requirement. Verify it manually and document the
            result outside Plumbline.
          </p>
        )}
      </div>
    </Panel>
  )
}

function Checks({ framework, requirement, scope, region, full }: Props) {
  const [verifying, setVerifying] = useState<Check | null>(null)
  const checks = useList<'compliance-checks'>('/compliance-overviews/checks', {
    ...scope,
    'filter[compliance_id]': framework,
    'filter[region]': region,
  })
  const scans = scansInScope(full.rows, scope)
  const ledgers = useQueries({
    queries: (scans ?? []).flatMap((id) =>
      batchesOf(requirement.checkIds).map((ids) => {
        const asked = {
          'filter[check_id__in]': ids.join(','),
          'filter[region]': region,
          'page[size]': 1_000,
        }
        return {
          queryKey: [`/scans/${id}/coverage`, asked, 'whole'],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            whole<'scan-coverage'>(`/scans/${id}/coverage`, asked, signal),
        }
      }),
    ),
  })
  const filters = { ...findingsScope(scope), 'filter[region]': region }
  const places = placesOf(ledgers.flatMap(({ data }) => data?.rows ?? []))
  const unread = ledgers.filter(({ error }) => error)
  const isCut = ledgers.some(({ data }) => data && data.rows.length < data.count)
  if (checks.error) return <Trouble error={checks.error} retry={() => void checks.refetch()} />
  if (!checks.data) return <Loading rows={4} />
  const own = checks.data.rows.filter(({ check_id }) => requirement.checkIds.includes(check_id))
  return (
    <>
      <ul className="checks">
        {own.map((check) => (
          <CheckRow
            key={check.id}
            check={check}
            // A partial ledger would show fewer regions than were read.
            places={unread.length > 0 || isCut ? undefined : places.get(check.check_id)}
            filters={filters}
            onVerify={() => setVerifying(check)}
          />
        ))}
      </ul>
      {verifying && (
        <Verify
          title={`Verify ${counted(verifying.manual_count, 'MANUAL finding')}`}
          filters={findingsOf(verifying, 'MANUAL', filters)}
          onClose={() => setVerifying(null)}
        />
      )}
      {scans === undefined && (
        <p className="muted small">
          Coverage per check is counted for at most {mostScans} accounts. Choose one account above
          to see it.
        </p>
      )}
      {isCut && (
        <p className="muted small">
          The scans have too many coverage rows to count. Choose one region above to see the
          coverage per check.
        </p>
      )}
      {unread[0]?.error && (
        <TroubleLine
          error={unread[0].error}
          retry={() => unread.forEach(({ refetch }) => void refetch())}
        >
          The coverage per check could not be loaded.
        </TroubleLine>
      )}
    </>
  )
}

const glyphs: Readonly<Record<string, readonly [glyph: string, words: string, kind: string]>> = {
  failed: ['✕', 'failed', 'fail'],
  passed: ['✓', 'passed', 'pass'],
  unread: ['◇', 'not evaluated', 'manual'],
  excluded: ['–', 'excluded by configuration', ''],
  missing: ['?', 'not implemented', ''],
  not_applicable: ['·', 'not applicable', ''],
}

const findingsOf = (check: Check, status: string, filters: Query): Query => ({
  ...filters,
  'filter[check_id]': check.check_id,
  'filter[status__in]': status,
  'filter[muted]': 'false',
})

function CheckRow({
  check,
  places,
  filters,
  onVerify,
}: {
  readonly check: Check
  readonly places: PlacesOfCheck | undefined
  readonly filters: Query
  readonly onVerify: () => void
}) {
  const [glyph, words, kind] = glyphs[check.state ?? ''] ?? ['▨', 'all findings muted', '']
  const refusal = unless(useMe(), 'manage_scans')
  // An attestation refers to the current state, which an older scan does not show.
  const isOfOneScan = filters['filter[scan]'] !== undefined
  const hrefOf = (status: string): string =>
    `/findings${search(findingsOf(check, status, filters))}`
  return (
    <li>
      <p>
        <span className={`status ${kind}`}>
          <i aria-hidden="true">{glyph}</i>
          {words}
        </span>
        {check.severity && <SeverityMark severity={check.severity} />}
      </p>
      <p title={check.check_id}>
        {check.title ?? (
          <>
            <code>{check.check_id}</code> <Tag>not implemented yet</Tag>
          </>
        )}
      </p>
      <p className="small">
        {check.fail_count > 0 && <Link href={hrefOf('FAIL')}>{number(check.fail_count)} fail</Link>}
        {check.pass_count > 0 && <Link href={hrefOf('PASS')}>{number(check.pass_count)} pass</Link>}
        {check.manual_count > 0 && (
          <Link href={hrefOf('MANUAL')}>{number(check.manual_count)} MANUAL</Link>
        )}
        {check.manual_count > 0 && !isOfOneScan && (
          <Button disabledBecause={refusal} onClick={onVerify}>
            Verify …
          </Button>
        )}
        {places && (
          <span className="muted">
            {counted(places.assessed, 'record')} assessed
            {places.unread > 0 &&
              `, ${number(places.unread)} not read (${places.reasons.join(', ')})`}
            {places.excluded > 0 && `, ${number(places.excluded)} excluded`}
          </span>
        )}
      </p>
    </li>
  )
}
