/** The coverage of a scan: the assessed part, and the gaps with their reasons. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useWhole } from '../api/hooks.ts'
import { Tag } from '../kit/marks.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { counted, number, words } from '../kit/words.ts'
import {
  assessedOf,
  byOutcome,
  type Group,
  gaps,
  type Outcome,
  services,
} from './coverage-groups.ts'
import { ofScan } from './differences.tsx'
import type { Scan } from './follow.ts'

const meanings: Readonly<Record<Outcome, string>> = {
  denied: 'The credentials lack a permission.',
  error: 'The provider returned an error.',
  throttled: 'The provider limited the request rate until the retries were used up.',
  capped: 'The scan configuration limits how many are read.',
  excluded: 'The scan configuration excludes them.',
  assessed: 'Read and checked.',
  not_applicable: 'No resources of this type exist.',
}

interface Props {
  readonly scan: Scan
}

function useCoverage({ id, state }: Scan) {
  return useWhole<'scan-coverage'>(
    `/scans/${id}/coverage`,
    { 'page[size]': 1_000 },
    { enabled: state !== 'available' && state !== 'scheduled' },
  )
}

function Read({
  scan,
  children,
}: Props & { readonly children: (rows: readonly Row<'scan-coverage'>[]) => ReactNode }) {
  const asked = useCoverage(scan)
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (scan.state === 'available' || scan.state === 'scheduled')
    return <Empty title="The scan has not started">Coverage is recorded while the scan runs.</Empty>
  if (!asked.data) return <Loading />
  if (asked.data.length === 0)
    return (
      <Empty title="No coverage">
        {scan.trigger === 'imported'
          ? 'Imported files contain findings but no coverage.'
          : 'The scan ended before it read any resources.'}
      </Empty>
    )
  return children(asked.data)
}

export const Coverage = ({ scan }: Props) => (
  <Read scan={scan}>
    {(rows) => {
      const { assessed, total } = assessedOf(rows)
      return (
        <>
          <p>
            Assessed {number(assessed)} of {number(total)} check-region pairs.
          </p>
          {byOutcome(rows).map(({ outcome, groups }) => (
            <section key={outcome} aria-label={words(outcome)}>
              <h3>
                {words(outcome)} <span className="muted">{meanings[outcome]}</span>
              </h3>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">Service</th>
                    <th scope="col">{outcome === 'denied' ? 'Action' : 'Region'}</th>
                    <th scope="col" className="number">
                      Checks
                    </th>
                    <th scope="col" className="number">
                      {outcome === 'assessed' ? 'Records' : 'Times'}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {groups.map((group) => (
                    <tr key={group.service}>
                      <th scope="row" className="mono">
                        {group.service}
                      </th>
                      <td>
                        <Where group={group} />
                      </td>
                      <td className="number">{number(group.checks)}</td>
                      <td className="number">{number(group.count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))}
        </>
      )
    }}
  </Read>
)

function Where({ group: { actions, regions, sample } }: { readonly group: Group }) {
  const places = regions.length > 2 ? counted(regions.length, 'region') : regions.join(', ')
  return (
    <>
      {actions.map((action) => (
        <code key={action} className="action">
          {action}
        </code>
      ))}
      <span className="muted small" title={sample ? `For example ${sample}` : regions.join(', ')}>
        {places}
      </span>
    </>
  )
}

export const ByService = ({ scan }: Props) => (
  <Read scan={scan}>
    {(rows) => (
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number">
              Assessed
            </th>
            <th scope="col" className="number">
              Records
            </th>
            <th scope="col">Gaps</th>
            <th scope="col">Findings</th>
          </tr>
        </thead>
        <tbody>
          {services(rows).map(({ service, assessed, total, records, gaps: found }) => (
            <tr key={service}>
              <th scope="row" className="mono">
                {service}
              </th>
              <td className="number">
                {number(assessed)} of {number(total)}
              </td>
              <td className="number">{number(records)}</td>
              <td>
                {gaps
                  .filter((gap) => found.includes(gap))
                  .map((gap) => (
                    <Tag key={gap} kind="bad">
                      {words(gap)}
                    </Tag>
                  ))}
              </td>
              <td>
                {records > 0 && (
                  <Link
                    href={ofScan(scan.id, { 'filter[service]': service })}
                    aria-label={`Findings of ${service}`}
                  >
                    Findings
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Read>
)
